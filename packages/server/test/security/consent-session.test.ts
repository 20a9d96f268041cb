import { describe, expect, it } from "vitest";
import { Browser, formsOf } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { declare, declareDemoApp } from "../support/declare.ts";
import { expectLegitimateFlow, expectSafe } from "../support/expect-safe.ts";
import { authorizationLink } from "../support/flows.ts";
import { decisionPath, openMilliseconds, openedConsent } from "../support/opened-consent.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

describe("a consent page answers only to the session that opened it", () => {
  it("not to somebody else who got hold of all its fields", async () => {
    const platform = await startTestPlatform();
    const { fields } = await openedConsent(platform, "ada");
    const bob = await signedInBrowser(platform, "bob");
    await expectSafe(platform, () => bob.post(decisionPath, { ...fields, decision: "allow" }), {
      status: 403,
    });
  });

  it("not to somebody else who knows the name of the request, with a form of their own", async () => {
    const platform = await startTestPlatform();
    const ada = await openedConsent(platform, "ada");
    const bob = await openedConsent(platform, "bob");
    const fields = { csrf: bob.fields.csrf, request: ada.fields.request, decision: "allow" };
    await expectSafe(platform, () => bob.browser.post(decisionPath, fields), { status: 400 });
    const answer = await ada.browser.submit(ada.page, decisionPath, { decision: "allow" });
    expect(answer.location).toContain("code=sopc_");
  });

  it("not to another browser of the same person", async () => {
    const platform = await startTestPlatform();
    const first = await openedConsent(platform);
    const second = await openedConsent(platform);
    const fields = { csrf: second.fields.csrf, request: first.fields.request, decision: "allow" };
    await expectSafe(platform, () => second.browser.post(decisionPath, fields), { status: 400 });
  });

  it("not to a browser in which no user is signed in", async () => {
    const platform = await startTestPlatform();
    const { fields } = await openedConsent(platform);
    const attack = () => new Browser(platform).post(decisionPath, { ...fields, decision: "allow" });
    await expectSafe(platform, attack, { status: 403 });
  });

  it("not once the person has signed in as somebody else in another tab", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const bob = await signedInBrowser(platform, "bob");
    browser.cookies.set(sessionCookie, bob.cookies.get(sessionCookie) ?? "");
    await expectSafe(platform, () => browser.submit(page, decisionPath, { decision: "allow" }), {
      status: 403,
    });
  });

  it("not once the person has signed out and in again in another tab", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    await browser.submit(page, "/logout");
    await browser.signIn("ada", sampleSecrets.ada);
    await expectSafe(platform, () => browser.submit(page, decisionPath, { decision: "allow" }), {
      status: 403,
    });
  });

  it("and the page lets the person change over, and then asks the other one", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const switching = formsOf(page.html).find(({ action }) => action.startsWith("/logout?return_to="));
    const signIn = await browser.follow(browser.post(switching?.action ?? "", { ...switching?.hidden }));
    const asked = await browser.signIn("bob", sampleSecrets.bob, signIn);
    expect(asked.html).toContain("Allow <bdi");
    expect(asked.html).toContain('<bdi class="name">Bob</bdi>');
    const { location } = await browser.submit(asked, decisionPath, { decision: "allow" });
    expect(location).toMatch(/^https:\/\/insight\.example\/callback\?code=sopc_[\w-]{32}&state=abc123$/);
  });
});

describe("what changed while the page was open counts when it is answered", () => {
  it.each(["allow", "deny"])("an application that was disabled gets no %s", async (answer) => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    await declareDemoApp(platform, { disabled: true });
    const before = await databaseContents(platform);
    const refused = await browser.submit(page, decisionPath, { decision: answer });
    expect([refused.status, refused.location]).toEqual([400, undefined]);
    expect(await databaseContents(platform)).toEqual(before);
    await declareDemoApp(platform, { disabled: false });
    await expectLegitimateFlow(platform);
  });

  it.each(["allow", "deny"])(
    "an application that was disabled in the database, where nothing was revoked, gets no %s",
    async (decision) => {
      const platform = await startTestPlatform();
      const { browser, page } = await openedConsent(platform);
      await platform.database.write(({ kysely }) =>
        kysely.updateTable("applications").set({ disabled: 1 }).where("appid", "=", "demo_app").execute(),
      );
      const before = await databaseContents(platform);
      const refused = await browser.submit(page, decisionPath, { decision });
      expect([refused.status, refused.location]).toEqual([400, undefined]);
      expect(await databaseContents(platform)).toEqual(before);
    },
  );

  it.each(["allow", "deny"])("a person who was disabled cannot %s", async (answer) => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform, "bob");
    await declare(platform, { users: [{ username: "bob", disabled: true }] });
    // It is his, and frozen with him; here the person counts.
    await declareDemoApp(platform, { disabled: false });
    await expectSafe(platform, () => browser.submit(page, decisionPath, { decision: answer }), {
      status: 403,
    });
  });

  it("a page that was open for too long is closed, to the millisecond", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    platform.clock.now += openMilliseconds;
    await expectSafe(platform, () => browser.submit(page, decisionPath, { decision: "allow" }), {
      status: 400,
    });
    const again = await browser.get(authorizationLink());
    platform.clock.now += openMilliseconds - 1;
    expect((await browser.submit(again, decisionPath, { decision: "allow" })).location).toContain(
      "code=sopc_",
    );
  });

  it("an expired page is closed even before a sweep deletes it", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    await browser.submit(page, decisionPath, { decision: "allow" });
    platform.clock.now += openMilliseconds;
    const again = await browser.submit(page, decisionPath, { decision: "allow" });
    expect([again.status, again.location]).toEqual([400, undefined]);
  });
});
