import { describe, expect, it } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { countRows, databaseContents } from "../support/database-contents.ts";
import { expectLegitimateFlow, expectSafe } from "../support/expect-safe.ts";
import { authorizationLink, exchangeParameters, type UserTokens } from "../support/flows.ts";
import { codeOf, consentFields, decisionPath, openedConsent } from "../support/opened-consent.ts";
import { sampleCallback } from "../support/sample-declaration.ts";
import { sessionCookie } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

describe("consent is asked every time", () => {
  it("also of somebody who has just allowed the same application", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    await browser.submit(page, decisionPath, { decision: "allow" });
    for (const prompt of ["", "&prompt=none", "&approval_prompt=auto", "&confirmed=1", "&decision=allow"]) {
      const again = await browser.get(authorizationLink() + prompt);
      expect(again.status).toBe(200);
      expect(consentFields(again).request).not.toBe("");
    }
    expect(await countRows(platform, "authorization_codes")).toBe(1);
  });

  it("and without an answer there is neither a grant nor a code", async () => {
    const platform = await startTestPlatform();
    await openedConsent(platform);
    expect(await countRows(platform, "grants")).toBe(0);
    expect(await countRows(platform, "authorization_codes")).toBe(0);
  });

  it("and a refusal makes neither, and says so to the application", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const { status, location } = await browser.submit(page, decisionPath, { decision: "deny" });
    expect([status, location]).toEqual([303, `${sampleCallback}?error=access_denied&state=abc123`]);
    expect(await countRows(platform, "grants")).toBe(0);
    expect(await countRows(platform, "authorization_codes")).toBe(0);
    await expectLegitimateFlow(platform);
  });

  it("and a refusal leaves an earlier consent as it was", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const allowed = await browser.submit(page, decisionPath, { decision: "allow" });
    const second = await browser.get(authorizationLink());
    await browser.submit(second, decisionPath, { decision: "deny" });
    const { code } = await platform.call("/api/oauth2/access_token", exchangeParameters(codeOf(allowed)));
    expect(code).toBe("OK");
  });
});

describe("an answer that is not exactly allow or deny is none", () => {
  it.each([
    "",
    "Allow",
    "ALLOW",
    " allow",
    "allow ",
    "allow\0",
    "allowdeny",
    "1",
    "true",
    "yes",
    "on",
    "null",
  ])("%j", async (answer) => {
    const platform = await startTestPlatform();
    const { browser, fields } = await openedConsent(platform);
    await expectSafe(platform, () => browser.post(decisionPath, { ...fields, decision: answer }), {
      status: 400,
    });
  });

  it("nor are both at once, or one twice", async () => {
    const platform = await startTestPlatform();
    const { browser, fields } = await openedConsent(platform);
    for (const answers of ["decision=allow&decision=deny", "decision=allow&decision=allow", "x=1"]) {
      const body = `${new URLSearchParams(fields).toString()}&${answers}`;
      await expectSafe(platform, () => sendForm(browser, decisionPath, body), { status: 400 });
    }
  });

  it("and an answer that was malformed does not use the page up", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    await browser.submit(page, decisionPath, { decision: "maybe" });
    const answer = await browser.submit(page, decisionPath, { decision: "allow" });
    expect(answer.location).toContain("code=sopc_");
  });
});

describe("what was asked is kept on the server, and no field of the form changes it", () => {
  it.each([
    { redirect_uri: "https://evil.example/" },
    { appid: "other_app", client_id: "other_app", application_id: "2" },
    { state: "tampered", scope: "snsapi_base admin" },
    { user_id: "2", username: "bob", user: "bob", openid: "o1" },
    { code: "sopc_chosen", code_challenge: "chosen", expires_at: "9999999999999" },
    {
      ["__proto__"]: "x",
      "constructor[prototype][decision]": "deny",
      "request[]": "x",
      "decision[]": "deny",
    },
  ])("%j", async (extra) => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const fields = { ...extra, decision: "allow" };
    const { location = "" } = await browser.submit(page, decisionPath, fields);
    expect(location).toMatch(/^https:\/\/insight\.example\/callback\?code=sopc_[\w-]{32}&state=abc123$/);
    const parameters = exchangeParameters(new URL(location).searchParams.get("code") ?? "");
    const { data } = await platform.call<UserTokens>("/api/oauth2/access_token", parameters);
    const { access_token, openid } = data;
    const user = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
    expect(user.data).toMatchObject({ nickname: "Ada" });
  });

  it("nor does anything in the address that the form is sent to", async () => {
    const platform = await startTestPlatform();
    const { browser, fields } = await openedConsent(platform);
    const query = "redirect_uri=https://evil.example/&decision=deny&request=x&csrf=x&state=tampered";
    const { location } = await browser.post(`${decisionPath}?${query}`, { ...fields, decision: "allow" });
    expect(location).toMatch(/^https:\/\/insight\.example\/callback\?code=sopc_[\w-]{32}&state=abc123$/);
  });

  it.each([
    "",
    "x",
    "0",
    "1",
    "%",
    "\0",
    "x".repeat(32),
    "x".repeat(50_000),
    "' or '1'='1",
    "../1",
    "\ud800",
  ])("and the request %j is not open", async (request) => {
    const platform = await startTestPlatform();
    const { browser, fields } = await openedConsent(platform);
    const attack = () => browser.post(decisionPath, { ...fields, request, decision: "allow" });
    await expectSafe(platform, attack, { status: 400 });
  });

  it("and its name is hard to guess: in every other letter it is not open", async () => {
    const platform = await startTestPlatform();
    const { browser, fields } = await openedConsent(platform);
    const { request } = fields;
    expect(request).toMatch(/^[\w-]{32}$/);
    const misses = [request.toUpperCase(), request.slice(1), `${request}=`, ` ${request}`, `${request}\n`];
    for (const miss of misses.filter((one) => one !== request)) {
      const page = await browser.post(decisionPath, { ...fields, request: miss, decision: "allow" });
      expect(page.status).toBe(400);
    }
    expect(await countRows(platform, "authorization_codes")).toBe(0);
    await expectLegitimateFlow(platform);
  });
});

describe("a code is known only to the browser and the application", () => {
  it("neither the page, the log nor the database has it", async () => {
    const platform = await startTestPlatform();
    const { browser, page, fields } = await openedConsent(platform);
    const code = codeOf(await browser.submit(page, decisionPath, { decision: "allow" }));
    const places = JSON.stringify([page.html, platform.observed, await databaseContents(platform)]);
    expect(code).toMatch(/^sopc_[\w-]{32}$/);
    expect(places).not.toContain(code);
    const kept = JSON.stringify([platform.observed, await databaseContents(platform)]);
    for (const secret of [fields.csrf, fields.request, browser.cookies.get(sessionCookie)]) {
      expect(kept).not.toContain(secret);
    }
  });

  it("and two pages never lead to the same one", async () => {
    const platform = await startTestPlatform();
    const { browser } = await openedConsent(platform);
    const codes = new Set<string>();
    for (let count = 0; count < 10; count += 1) {
      const page = await browser.get(authorizationLink());
      codes.add(codeOf(await browser.submit(page, decisionPath, { decision: "allow" })));
    }
    expect(codes.size).toBe(10);
  });
});

function sendForm(browser: Browser, path: string, body: string): Promise<Page> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return browser.send(path, { method: "POST", headers, body });
}
