import { csrfTokenOf } from "@survey-open-platform/service";
import { encode } from "fast-png";
import { describe, expect, it } from "vitest";
import { declareDemoApp } from "../support/declare.ts";
import { authorizationLink, obtainUserTokens } from "../support/flows.ts";
import { allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { newApplicationFields, registerApplication, sendForm } from "../support/registered-application.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const base = "/console/applications/demo_app";

async function open() {
  const platform = await startTestPlatform({ tokenRequestBurst: "10000", failedSecretsPerMinute: "10000" });
  return { platform, bob: await signedInBrowser(platform, "bob") };
}

function readUser(
  platform: TestPlatform,
  { access_token, openid }: Awaited<ReturnType<typeof allowedTokens>>,
) {
  return platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
}

describe("a frozen application", () => {
  it("has no working token on any node, and none of them returns when it is unfrozen", async () => {
    const { platform, bob } = await open();
    const tokens = await allowedTokens(platform);
    expect((await readUser(platform, tokens)).code).toBe("OK");
    expect((await sendForm(bob, `${base}/freeze`, {})).location).toBe(`${base}?notice=frozen`);
    for (let node = 0; node < 3; node += 1)
      expect((await readUser(platform, tokens)).error.type).toBe("invalid_token");
    expect((await sendForm(bob, `${base}/unfreeze`, {})).location).toBe(`${base}?notice=unfrozen`);
    for (let node = 0; node < 3; node += 1) {
      expect((await readUser(platform, tokens)).error.type).toBe("invalid_token");
      const refreshed = platform.call("/api/oauth2/refresh_token", refreshParameters(tokens.refresh_token));
      expect((await refreshed).error.type).toBe("invalid_grant");
    }
    expect((await readUser(platform, await obtainUserTokens(platform))).code).toBe("OK");
  });

  it("cannot be unfrozen by its owner once the operator has disabled it", async () => {
    const { platform, bob } = await open();
    await sendForm(bob, `${base}/freeze`, {});
    await declareDemoApp(platform, { disabled: true });
    expect((await sendForm(bob, `${base}/unfreeze`, {})).status).toBe(404);
    expect((await platform.store.findApplication("demo_app"))?.disabled).toBe(true);
  });
});

it("an application that the operator disabled cannot be frozen and then unfrozen", async () => {
  const { platform, bob } = await open();
  await declareDemoApp(platform, { disabled: true });
  expect((await sendForm(bob, `${base}/freeze`, {})).status).toBe(404);
  expect((await sendForm(bob, `${base}/unfreeze`, {})).status).toBe(404);
  expect((await platform.store.findApplication("demo_app"))?.disabled).toBe(true);
});

describe("deleting an application", () => {
  it("states how many users and tokens it ends, before anything happens", async () => {
    const { platform, bob } = await open();
    await allowedTokens(platform, { username: "ada" });
    await allowedTokens(platform, { username: "bob" });
    const { html } = await bob.get(`${base}/delete`);
    expect(html).toContain("Users who allow the application and lose its service: 2.");
    expect(html).toContain("Valid tokens that end at once: 4.");
    expect(await platform.store.findApplication("demo_app")).toBeDefined();
  });

  it("needs its name, typed exactly", async () => {
    const { platform, bob } = await open();
    for (const name of ["", "insight board", "Other Board"]) {
      const page = await sendForm(bob, `${base}/delete`, { name });
      expect(page.status).toBe(400);
    }
    expect(await platform.store.findApplication("demo_app")).toBeDefined();
  });

  it("ends its tokens and consents, and leaves other applications alone", async () => {
    const { platform, bob } = await open();
    const tokens = await allowedTokens(platform);
    const page = await sendForm(bob, `${base}/delete`, { name: "Insight Board" });
    expect(page.location).toBe("/console?notice=deleted");
    expect((await readUser(platform, tokens)).error.type).toBe("invalid_token");
    expect((await bob.get(authorizationLink())).status).toBe(400);
    const left = await platform.database.reader.kysely.selectFrom("grants").select("id").execute();
    expect(left).toEqual([]);
    expect(await platform.store.findApplication("other_app")).toBeDefined();
  });
});

it("a redirect address that is removed while a consent page is open gets no code", async () => {
  const { platform, bob } = await open();
  const ada = await signedInBrowser(platform);
  const page = await ada.get(authorizationLink());
  const redirect_uris = "https://insight.example/elsewhere";
  await sendForm(bob, `${base}/edit`, { ...newApplicationFields, redirect_uris });
  const decided = await ada.submit(page, decisionPath, { decision: "allow" });
  expect([decided.status, decided.location]).toEqual([400, undefined]);
});

describe("what a form of the console cannot do", () => {
  it("verify an application, give it to someone else, choose its appid, or make it a team's", async () => {
    const { platform, bob } = await open();
    const forged = {
      verified: "1",
      disabled: "0",
      owner_id: "1",
      ownerId: "1",
      appid: "chosen_appid",
      kind: "team",
      secret: "a-secret-of-ones-own-choosing",
      __proto__: "x",
    };
    const { appid } = await registerApplication(bob, forged);
    const { id } = (await platform.store.findUserByUsername("bob")) ?? {};
    expect(await platform.store.findApplication(appid)).toMatchObject({
      kind: "web",
      ownerId: id,
      verified: false,
      requiresPkce: true,
    });
    expect(await platform.store.findApplication("chosen_appid")).toBeUndefined();
    await declareDemoApp(platform, { verified: false });
    await sendForm(bob, `${base}/edit`, { ...newApplicationFields, ...forged });
    expect(await platform.store.findApplication("demo_app")).toMatchObject({ verified: false, ownerId: id });
  });

  it("name itself as no form of ours does", async () => {
    const { bob } = await open();
    for (const request of ["", "x", "a b".repeat(12)])
      expect((await registerApplication(bob, { request })).page.status).toBe(400);
  });

  it.each([
    ["https://notes.example/a\r\nhttps://notes.example/b#x\r\nhttp://notes.example/c", ["Line 2", "Line 3"]],
    ["javascript:alert(1)", ["Line 1"]],
    ["https://user@notes.example/", ["Line 1"]],
  ])("register the redirect addresses %j", async (redirect_uris, lines) => {
    const { bob } = await open();
    const { page } = await registerApplication(bob, { redirect_uris });
    expect(page.status).toBe(400);
    for (const line of lines) expect(page.html).toContain(`${line} `);
    expect(page.html).not.toContain("Line 4");
    // What was typed is still there.
    expect(page.html).toContain('value="Field Notes"');
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "https://a@b.example/", "notes.example"])(
    "make %s the home page",
    async (home_page) => {
      const { bob } = await open();
      expect((await registerApplication(bob, { home_page })).page.status).toBe(400);
    },
  );
});

describe("the list of applications", () => {
  it("has the user's own, by pages, and finds them by name and appid as they are written", async () => {
    const { platform, bob } = await open();
    const ada = await signedInBrowser(platform);
    expect((await ada.get("/console?q=Insight")).html).not.toContain("demo_app");
    for (let at = 0; at < 21; at += 1) await registerApplication(ada, { name: `Note ${at}` });
    const first = (await ada.get("/console")).html;
    expect(first.match(/>Note \d+</g)).toHaveLength(20);
    const next = /href="(\/console\?after=app_[0-9a-f]+)"/.exec(first)?.[1] ?? "";
    expect((await ada.get(next)).html.match(/>Note \d+</g)).toEqual([">Note 0<"]);
    // Another user's appid is no key of this list.
    expect((await ada.get("/console?after=demo_app")).html.match(/>Note \d+</g)).toBeNull();
    expect((await ada.get("/console?q=note+7")).html.match(/>Note \d+</g)).toEqual([">Note 7<"]);
    for (const q of ["%", "_", "\\", "'", "%00", "x".repeat(500)])
      expect((await ada.get(`/console?q=${encodeURIComponent(q)}`)).status).toBe(200);
    expect((await ada.get("/console?q=%25")).html).not.toContain("Note 7");
    expect((await bob.get("/console?q=DEMO_APP")).html).toContain("Insight Board");
  });

  it("does not grow past a hundred", async () => {
    const { platform, bob } = await open();
    const { id: owner_id = 0 } = (await platform.store.findUserByUsername("bob")) ?? {};
    const rows = Array.from({ length: 98 }, (_, at) => ({ appid: `many_apps_${at}`, name: "Many" }));
    const rest = {
      kind: "web",
      owner_id,
      description: "",
      home_page: "",
      logo: "",
      terms: "",
      privacy: "",
    } as const;
    const flags = { verified: 0, disabled: 0, refresh_requires_secret: 0, created_at: 0 } as const;
    await platform.database.write(({ kysely }) =>
      kysely
        .insertInto("applications")
        .values(rows.map((row) => ({ ...row, ...rest, ...flags })))
        .execute(),
    );
    expect((await registerApplication(bob)).page.status).toBe(400);
    await sendForm(bob, `${base}/delete`, { name: "Insight Board" });
    const registered = await Promise.all([0, 1, 2].map(() => registerApplication(bob)));
    expect(registered.filter(({ secret }) => secret !== "")).toHaveLength(1);
  });
});

const logoFile = encode({ width: 8, height: 8, channels: 3, data: new Uint8Array(8 * 8 * 3) });

/** Registers an application with a file as its logo. */
async function registerWith(file: Uint8Array, changes: Readonly<Record<string, string>> = {}) {
  const { platform, bob } = await open();
  const { html } = await bob.get("/console/new");
  const request = /name="request" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const csrf = csrfTokenOf(bob.cookies.get(sessionCookie) ?? "");
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...newApplicationFields, request, csrf, ...changes }))
    body.set(name, value);
  body.set("logo", new File([new Uint8Array(file)], "logo.html", { type: "text/html" }));
  return { platform, bob, page: await bob.send("/console/new", { method: "POST", body }) };
}

describe("a logo in the form of a registration", () => {
  it("is decoded and stored with the application", async () => {
    const { platform, page } = await registerWith(logoFile);
    const appid = /app_[0-9a-f]{20}/.exec(page.html)?.[0] ?? "";
    const { logo = "", description = "" } = (await platform.store.findApplication(appid)) ?? {};
    expect(logo).toMatch(/^data:image\/png;base64,/);
    expect(description).toBe("Weekly reports.\nSent on Mondays.");
    expect((await platform.fetch(`/logos/${appid}`)).headers.get("content-type")).toBe("image/png");
  });

  it("is not needed", async () => {
    const { platform, page } = await registerWith(new Uint8Array());
    const appid = /app_[0-9a-f]{20}/.exec(page.html)?.[0] ?? "";
    expect((await platform.store.findApplication(appid))?.logo).toBe("");
  });

  it.each([
    ["is no picture", Buffer.from("<svg onload=alert(1)>"), {}, "logo-error"],
    [
      "comes with a field that cannot be stored",
      logoFile,
      { home_page: "javascript:alert(1)" },
      "home_page-error",
    ],
  ])("registers nothing when it %s, and the form keeps what was typed", async (_, file, changes, problem) => {
    const { platform, page } = await registerWith(file, changes);
    expect(page.status).toBe(400);
    expect(page.html).toContain("ops@notes.example");
    expect(page.html).toContain(problem);
    const { kysely } = platform.database.reader;
    const made = kysely.selectFrom("applications").select("id").where("name", "=", "Field Notes");
    expect(await made.execute()).toEqual([]);
  });

  it("has no effect without the csrf token", async () => {
    expect((await registerWith(logoFile, { csrf: "x" })).page.status).toBe(403);
  });
});
