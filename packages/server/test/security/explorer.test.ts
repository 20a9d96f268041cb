import { csrfTokenOf } from "@survey-open-platform/service";
import { describe, expect, it, vi } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { makeRandomId } from "../../src/model/token.ts";
import { countRows } from "../support/database-contents.ts";
import { declareDemoApp } from "../support/declare.ts";
import type { Browser, Page } from "../support/browser.ts";
import { allowedTokens, otherLink, otherExchange, allowedCode } from "../support/quick-consent.ts";
import { sendForm } from "../support/registered-application.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const base = "/console/applications/demo_app";
const path = `${base}/explorer`;

async function open(settings: Parameters<typeof startTestPlatform>[0] = {}) {
  const platform = await startTestPlatform(settings);
  return { platform, bob: await signedInBrowser(platform, "bob") };
}

/** Makes a call in the explorer. */
function run(bob: Browser, call: string, values: Readonly<Record<string, string>>): Promise<Page> {
  return sendForm(bob, path, { call, run: "yes", ...values });
}

/** The `error.type` of the response that a page shows; undefined when it shows none. */
function errorIn({ html }: Page): string | undefined {
  return /&quot;error&quot;: \{\s*&quot;type&quot;: &quot;(\w*)&quot;/.exec(html)?.[1];
}

/** What a page says apart from the values of its fields. */
function withoutFields({ html }: Page): string {
  return html.replaceAll(/<input [^>]*>/g, "");
}

function csrfOf(browser: Browser): string {
  return csrfTokenOf(browser.cookies.get(sessionCookie) ?? "");
}

function tokenQuery(secret: string): string {
  return new URLSearchParams({ appid: "demo_app", secret, ...exchange }).toString();
}

const exchange = { grant_type: "authorization_code", code: "x" };

describe.skipIf(isOnPostgres())("a call of the explorer", () => {
  it("is answered as the same call over the wire is", async () => {
    const { platform, bob } = await open();
    const { access_token, openid } = await allowedTokens(platform, { username: "bob" });
    const page = await run(bob, "getUser", { access_token, openid });
    expect([page.status, page.headers.get("cache-control"), errorIn(page)]).toEqual([200, "no-store", ""]);
    expect(page.html).toContain("&quot;nickname&quot;: &quot;Bob&quot;");
    const surveys = await run(bob, "listSurveys", { access_token, openid, page: "1" });
    const wire = await platform.call("/api/surveys", { appid: "demo_app", access_token, openid, page: 1 });
    expect(surveys.html).toContain(`&quot;total&quot;: ${String(wire.data["total"])}`);
    expect(errorIn(await run(bob, "listSurveys", { access_token, openid, page: "0" }))).toBe(
      "invalid_argument",
    );
    expect(errorIn(await run(bob, "getUser", { access_token: `${access_token}x`, openid }))).toBe(
      "invalid_token",
    );
  });

  it("is one of the own application, whatever appid the form names", async () => {
    const { platform, bob } = await open();
    const code = await allowedCode(platform, { username: "bob", link: otherLink });
    const { data } = await platform.call<{ access_token: string; openid: string }>(
      "/api/oauth2/access_token",
      otherExchange(code),
    );
    const page = await run(bob, "getUser", { ...data, appid: "other_app" });
    expect(errorIn(page)).toBe("invalid_token");
  });

  it("is not made before it is asked for, and not by a link", async () => {
    const { platform, bob } = await open();
    const { access_token, openid } = await allowedTokens(platform, { username: "bob" });
    const calls = () => platform.observed.filter(({ route }) => route.startsWith("/api/")).length;
    const before = calls();
    const filled = await sendForm(bob, path, { call: "getUser", access_token, openid });
    await bob.get(`${path}?call=getUser&run=yes&access_token=${access_token}&openid=${openid}`);
    expect([filled.status, errorIn(filled), calls()]).toEqual([200, undefined, before]);
    expect((await run(bob, "getUser", { access_token, openid })).status).toBe(200);
    expect(calls()).toBe(before + 1);
  });

  it.each(["..", ".", "", "\u0000", "a\r\nb", "x".repeat(129)])(
    "has no path of the form's choosing: %j",
    async (survey_id) => {
      const { platform, bob } = await open();
      const page = await run(bob, "getLegacySurvey", { survey_id, access_token: "x" });
      expect([page.status, errorIn(page)]).toEqual([400, undefined]);
      expect(platform.observed.filter(({ route }) => route.startsWith("/api/"))).toEqual([]);
    },
  );

  it.each(["1/legacy", "../oauth2/user", "%2e%2e", "1?per_page=1", "1#x", "1\\..", "//evil.example", "1;x"])(
    "stays at its path with %j in it",
    async (survey_id) => {
      const { platform, bob } = await open();
      const page = await run(bob, "getSurvey", { survey_id, access_token: "x" });
      expect([200, 404]).toContain(page.status);
      const routes = platform.observed.filter(({ route }) => route.startsWith("/api/"));
      for (const { route } of routes) expect(route).toBe("/api/surveys/{survey_id}");
    },
  );

  it("is refused for a frozen application", async () => {
    const { platform, bob } = await open();
    const { access_token, openid } = await allowedTokens(platform, { username: "bob" });
    await sendForm(bob, `${base}/freeze`, {});
    expect(errorIn(await run(bob, "getUser", { access_token, openid }))).toBe("invalid_token");
  });
});

describe("a call that changes something", () => {
  const hook = JSON.stringify({ url: "https://hooks.example/it's", is_active: false });

  async function openWriting() {
    const opened = await open();
    await declareDemoApp(opened.platform, { may_write: true });
    const { access_token } = await allowedTokens(opened.platform, { username: "bob" });
    const surveys = opened.platform.database.reader.kysely.selectFrom("surveys").select("id");
    const { id } = await surveys.where("title", "=", "Survey bob-1").executeTakeFirstOrThrow();
    const fields = { access_token, survey_id: String(id), body: hook };
    return { ...opened, fields };
  }

  it("is made with the body that was typed, once for each form", async () => {
    const { platform, bob, fields } = await openWriting();
    const form = { ...fields, request: makeRandomId() };
    const page = await run(bob, "createSurveyWebhook", form);
    expect([page.status, errorIn(page)]).toEqual([200, ""]);
    expect(page.html).toContain("https://hooks.example/it");
    expect(errorIn(await run(bob, "createSurveyWebhook", form))).toBe("");
    expect(await countRows(platform, "webhooks")).toBe(1);
    await run(bob, "createSurveyWebhook", { ...form, request: makeRandomId() });
    expect(await countRows(platform, "webhooks")).toBe(2);
  });

  it("is refused by the API with a body that is none", async () => {
    const { platform, bob, fields } = await openWriting();
    for (const body of ["{", "[]", '{"url":1}', ""]) {
      const page = await run(bob, "createSurveyWebhook", { ...fields, body, request: makeRandomId() });
      expect([page.status, errorIn(page)]).toEqual([200, "invalid_argument"]);
      expect(page.html).toMatch(/<span lang="en">The (body|parameter|header) [^<]*\.<\/span>/);
    }
    expect(await countRows(platform, "webhooks")).toBe(0);
  });

  it("is not made by a form without an id of its own, nor before it is asked for", async () => {
    const { platform, bob, fields } = await openWriting();
    for (const request of ["", "x", "' or 1=1"])
      expect((await run(bob, "createSurveyWebhook", { ...fields, request })).status).toBe(400);
    const shown = await sendForm(bob, path, {
      call: "createSurveyWebhook",
      ...fields,
      request: makeRandomId(),
    });
    expect(shown.status).toBe(200);
    expect(await countRows(platform, "webhooks")).toBe(0);
  });
});

describe("limits and networks", () => {
  it("count a wrong secret at the address of the visitor, and the right one is refused there too", async () => {
    const { platform, bob } = await open({ failedSecretsPerMinute: "3", trustProxy: "1" });
    const guess = (secret: string, from: string) =>
      bob.post(
        path,
        { call: "requestAccessToken", run: "yes", secret, ...exchange, csrf: csrfOf(bob) },
        { "x-forwarded-for": from },
      );
    const guessed: (string | undefined)[] = [];
    for (let at = 0; at < 4; at += 1) guessed.push(errorIn(await guess("wrong", "203.0.113.7")));
    expect(guessed).toEqual([...Array<string>(3).fill("invalid_client"), "request_rate_limited"]);
    expect(errorIn(await guess(sampleSecrets.demoApp, "203.0.113.7"))).toBe("request_rate_limited");
    expect(errorIn(await guess(sampleSecrets.demoApp, "198.51.100.9"))).toBe("invalid_grant");
    const direct = await platform.fetch(`/api/oauth2/access_token?${tokenQuery(sampleSecrets.demoApp)}`, {
      headers: { "x-forwarded-for": "203.0.113.7" },
    });
    expect(await direct.text()).toContain("request_rate_limited");
  });

  it("keep a token call out that does not come from an allowed network", async () => {
    const { platform, bob } = await open({ trustProxy: "1" });
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("applications")
        .set({ allowed_networks: "198.51.100.0/24" })
        .where("appid", "=", "demo_app")
        .execute(),
    );
    const fields = { call: "requestAccessToken", run: "yes", secret: sampleSecrets.demoApp, ...exchange };
    const page = await bob.post(path, { ...fields, csrf: csrfOf(bob) }, { "x-forwarded-for": "203.0.113.7" });
    expect(errorIn(page)).toBe("unauthorized_client");
  });
});

describe.skipIf(isOnPostgres())("what the page shows", () => {
  it("has typed secrets and tokens in their fields only, and no secret of the application after another choice", async () => {
    const { platform, bob } = await open();
    const { refresh_token } = await allowedTokens(platform, { username: "bob" });
    const secret = sampleSecrets.demoApp;
    const page = await run(bob, "refreshAccessToken", {
      secret: `${secret}-wrong`,
      refresh_token,
      grant_type: "refresh_token",
    });
    expect(errorIn(page)).toBe("invalid_client");
    for (const typed of [secret, refresh_token]) {
      expect(page.html).toContain(typed);
      expect(withoutFields(page)).not.toContain(typed);
    }
    const other = await bob.submit(page, path, { call: "getUser" });
    for (const typed of [secret, refresh_token]) expect(other.html).not.toContain(typed);
  });

  it("has nothing in its commands that a shell would run", async () => {
    const { bob } = await open();
    const hostile = "\"'`$(id)`!!;|&\\\n${IFS}*~";
    const page = await run(bob, "getSurvey", { survey_id: hostile.replace("\n", ""), access_token: hostile });
    const commands = [...page.html.matchAll(/<pre class="command"[^>]*>(.*?)<\/pre>/gs)].map(
      ([, text]) => text,
    );
    const curl = commands.find((text) => text?.includes("curl -sS")) ?? "";
    const quoted = /&quot;(https?:[^ ]*)&quot;<\/code>/.exec(curl)?.[1] ?? "";
    expect(quoted).toContain("/api/surveys/%22%27%60%24%28id%29%60%21%21");
    expect(quoted.replaceAll("&amp;", "").replace("$ACCESS_TOKEN", "")).toMatch(/^[\w:/.%?=~*-]+$/);
  });

  it("has no host that a request made up", async () => {
    const { platform } = await open();
    const bob = await signedInBrowser(platform, "bob");
    const page = await bob.get(path, { host: "evil.example", "x-forwarded-host": "evil.example" });
    expect(page.html).not.toContain("evil.example");
  });
});

it.skipIf(isOnPostgres())("a call of the explorer opens no connection", async () => {
  const { platform, bob } = await open();
  const { access_token, openid } = await allowedTokens(platform, { username: "bob" });
  const fetches = vi.spyOn(globalThis, "fetch");
  try {
    expect(errorIn(await run(bob, "getUser", { access_token, openid }))).toBe("");
    expect(fetches).not.toHaveBeenCalled();
  } finally {
    fetches.mockRestore();
  }
});
