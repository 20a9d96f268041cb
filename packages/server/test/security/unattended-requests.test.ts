import { describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { formsOf } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { expectSafe, tokenShape } from "../support/expect-safe.ts";
import { authorizationLink, obtainCode } from "../support/flows.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { revocationPage, revokeAllPath, revokePath } from "../support/revocation-pages.ts";

describe("an authorization link has no effect without a user", () => {
  it.each(["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST", "PROPFIND", "PURGE"])(
    "with the method %s",
    async (method) => {
      const platform = await startTestPlatform();
      const browser = await signedInBrowser(platform);
      const attack = () => browser.send(authorizationLink(), { method });
      const page = await expectSafe(platform, attack, { status: 405 });
      expect(page.headers.get("allow")).toBe("GET");
    },
  );

  it.each([
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { "sec-purpose": "prefetch;anonymous-client-ip" },
    { purpose: "prefetch" },
    { "x-moz": "prefetch" },
    { "x-purpose": "preview" },
  ])("when a browser fetches it ahead of time and says so by %j", async (headers) => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    // Browsers throw away what is not a success, and ask again once the person really goes there.
    await expectSafe(platform, () => browser.get(authorizationLink(), headers), { status: 403 });
  });
});

describe.skipIf(isOnPostgres())(
  "nothing that a browser may do by itself signs out, revokes or consents",
  () => {
    const targets = ["/logout", "/connect/oauth2/authorize/decision"];
    const methods = ["GET", "HEAD", "OPTIONS"];
    it.each(targets.flatMap((path) => methods.map((method) => [method, path] as const)))(
      "%s %s",
      async (method, path) => {
        const platform = await startTestPlatform();
        const browser = await signedInBrowser(platform);
        const consent = await browser.get(authorizationLink());
        const request = /name="request" value="([^"]*)"/.exec(consent.html)?.[1] ?? "";
        const csrf = /name="csrf" value="([^"]*)"/.exec(consent.html)?.[1] ?? "";
        const fields = new URLSearchParams({ request, csrf, decision: "allow", grant: "1" });
        const attack = () => browser.send(`${path}?${fields.toString()}`, { method });
        const page = await expectSafe(platform, attack, { status: 405 });
        expect(page.headers.get("allow")).toBe("POST");
        expect(page.headers.getSetCookie()).toEqual([]);
      },
    );
  },
);

describe("the pages that ask whether to revoke access revoke nothing by themselves", () => {
  it.each(
    ["GET", "HEAD", "OPTIONS"].flatMap((method) => [
      [method, revokePath],
      [method, revokeAllPath],
    ]),
  )("%s %s", async (method, path) => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await obtainCode(platform, { browser });
    const form = formsOf((await revocationPage(browser)).html).find(({ action }) => action === revokePath);
    const fields = new URLSearchParams(form?.hidden);
    const before = await databaseContents(platform);
    const page = await browser.send(`${path}?${fields.toString()}`, { method });
    expect(page.status).toBe(method === "OPTIONS" ? 405 : 200);
    expect(await databaseContents(platform)).toEqual(before);
    expect(page.headers.getSetCookie()).toEqual([]);
  });
});

describe("looking at a page leaves nothing in the database", () => {
  it.each(["/", "/login", "/account/applications", "/logos/demo_app", "/nowhere", "/livez", "/readyz"])(
    "%s, neither by GET nor by HEAD",
    async (path) => {
      const platform = await startTestPlatform();
      const browser = await signedInBrowser(platform);
      const before = await databaseContents(platform);
      for (const method of ["GET", "HEAD"]) {
        const page = await browser.send(path, { method });
        expect(page.status).toBeLessThan(500);
        expect(page.html).not.toMatch(tokenShape);
      }
      expect(await databaseContents(platform)).toEqual(before);
    },
  );

  it("and the authorization link, by itself, a request that waits for its answer and nothing else", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const { authorization_requests: _none, ...before } = await databaseContents(platform);
    await browser.get(authorizationLink());
    const { authorization_requests: pending, ...after } = await databaseContents(platform);
    expect(after).toEqual(before);
    expect(pending).toMatchObject([{ decision: null }]);
  });

  it("nor does the authorization link of somebody who has not signed in", async () => {
    const platform = await startTestPlatform();
    const before = await databaseContents(platform);
    for (let round = 0; round < 5; round += 1) await platform.fetch(authorizationLink());
    expect(await databaseContents(platform)).toEqual(before);
  });
});
