import { describe, expect, it } from "vitest";
import { countRows, databaseContents } from "../support/database-contents.ts";
import { expectLegitimateFlow, expectSafe } from "../support/expect-safe.ts";
import { authorizationLink, exchangeParameters } from "../support/flows.ts";
import { codeOf, decisionPath, openMilliseconds, openedConsent } from "../support/opened-consent.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { revocationOfAllPage } from "../support/revocation-pages.ts";

describe("a form that is sent more than once is answered once", () => {
  it("in the same way each time when the answer is the same", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const first = await browser.submit(page, decisionPath, { decision: "allow" });
    const after = await databaseContents(platform);
    const second = await browser.submit(page, decisionPath, { decision: "allow" });
    expect([second.status, second.location]).toEqual([first.status, first.location]);
    expect(await databaseContents(platform)).toEqual(after);
  });

  it("with one code and one place to go for twenty at once", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.submit(page, decisionPath, { decision: "allow" })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await countRows(platform, "authorization_codes")).toBe(1);
    expect(await countRows(platform, "grants")).toBe(1);
    await expectLegitimateFlow(platform);
  });

  it("and by whichever came first when ten allow and ten deny at once", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const given = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "deny" : "allow"));
    const answers = await Promise.all(
      given.map((one) => browser.submit(page, decisionPath, { decision: one })),
    );
    const locations = answers.flatMap(({ location }) => location ?? []);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(10).fill(303),
      ...Array(10).fill(409),
    ]);
    expect(new Set(locations).size).toBe(1);
    const wasAllowed = locations[0]?.includes("code=") === true;
    expect(await countRows(platform, "authorization_codes")).toBe(wasAllowed ? 1 : 0);
    expect(await countRows(platform, "grants")).toBe(wasAllowed ? 1 : 0);
    await expectLegitimateFlow(platform);
  });

  it.each([
    ["allow", "deny"],
    ["deny", "allow"],
  ])("the first answer counts: %s, and not %s", async (first, second) => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    await browser.submit(page, decisionPath, { decision: first });
    await expectSafe(platform, () => browser.submit(page, decisionPath, { decision: second }), {
      status: 409,
    });
  });

  it("and an answer that is sent again brings nothing back that was exchanged or revoked since", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const parameters = exchangeParameters(
      codeOf(await browser.submit(page, decisionPath, { decision: "allow" })),
    );
    await platform.call("/api/oauth2/access_token", parameters);
    expect((await browser.submit(page, decisionPath, { decision: "allow" })).status).toBe(409);
    const exchanged = await platform.call("/api/oauth2/access_token", parameters);
    expect(exchanged.error.type).toBe("invalid_grant");
    await browser.submit(await revocationOfAllPage(browser), "/account/applications/revoke-all");
    const after = await databaseContents(platform);
    await browser.submit(page, decisionPath, { decision: "allow" });
    expect(await databaseContents(platform)).toEqual(after);
    const revoked = await platform.call("/api/oauth2/access_token", parameters);
    expect(revoked.error.type).toBe("invalid_grant");
  });
});

describe("open consent pages do not pile up", () => {
  it("a session keeps its newest twenty, and the newest can be answered", async () => {
    const platform = await startTestPlatform();
    const { browser, page: oldest } = await openedConsent(platform);
    let newest = oldest;
    for (let count = 0; count < 60; count += 1) {
      platform.clock.now += count % 3;
      newest = await browser.get(authorizationLink({ state: `n${count}` }));
    }
    expect(await countRows(platform, "authorization_requests")).toBe(20);
    expect((await browser.submit(oldest, decisionPath, { decision: "allow" })).status).toBe(400);
    expect((await browser.submit(newest, decisionPath, { decision: "allow" })).location).toContain(
      "&state=n59",
    );
  });

  it("and closing those of one session leaves those of another one open", async () => {
    const platform = await startTestPlatform();
    const bob = await openedConsent(platform, "bob");
    const { browser } = await openedConsent(platform, "ada");
    for (let count = 0; count < 30; count += 1) await browser.get(authorizationLink());
    expect((await bob.browser.submit(bob.page, decisionPath, { decision: "allow" })).location).toContain(
      "code=sopc_",
    );
  });

  it("and those of a session end with it, and expired ones are swept away", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    await openedConsent(platform, "bob");
    await browser.submit(page, "/logout");
    expect(await countRows(platform, "authorization_requests")).toBe(1);
    platform.clock.now += openMilliseconds;
    await platform.store.sweepExpired();
    expect(await countRows(platform, "authorization_requests")).toBe(0);
  });
});
