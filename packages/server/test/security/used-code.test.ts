import { describe, expect, it } from "vitest";
import { countRows } from "../support/database-contents.ts";
import { exchangeParameters, type UserTokens } from "../support/flows.ts";
import { codeOf, decisionPath, openedConsent } from "../support/opened-consent.ts";
import { revokeAllGrantsOf } from "../support/revoke-grants.ts";
import { startTestPlatform } from "../support/test-platform.ts";

describe("a form that is sent again after its code was exchanged", () => {
  it.each([0, 29_000, 31_000, 590_000])("after %i ms leads nowhere and ends no token", async (wait) => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const allowed = await browser.submit(page, decisionPath, { decision: "allow" });
    const { data } = await platform.call<UserTokens>(
      "/api/oauth2/access_token",
      exchangeParameters(codeOf(allowed)),
    );
    platform.clock.now += wait;
    const again = await browser.submit(page, decisionPath, { decision: "allow" });
    expect([again.status, again.location]).toEqual([409, undefined]);
    const token = { appid: "demo_app", access_token: data.access_token, openid: data.openid };
    expect((await platform.call("/api/oauth2/user", token)).code).toBe("OK");
    expect(await countRows(platform, "refresh_tokens")).toBe(1);
  });

  it("before the exchange leads to the same place with the same code", async () => {
    const platform = await startTestPlatform();
    const { browser, page } = await openedConsent(platform);
    const allowed = await browser.submit(page, decisionPath, { decision: "allow" });
    platform.clock.now += 31_000;
    const again = await browser.submit(page, decisionPath, { decision: "allow" });
    expect([again.status, again.location]).toEqual([303, allowed.location]);
    const exchanged = await platform.call("/api/oauth2/access_token", exchangeParameters(codeOf(again)));
    expect(exchanged.code).toBe("OK");
  });

  it("once the code has expired or its grant was revoked does not send it again either", async () => {
    const platform = await startTestPlatform();
    const expired = await openedConsent(platform);
    await expired.browser.submit(expired.page, decisionPath, { decision: "allow" });
    platform.clock.now += 300_000;
    const late = await expired.browser.submit(expired.page, decisionPath, { decision: "allow" });
    expect([late.status, late.location]).toEqual([409, undefined]);
    const revoked = await openedConsent(platform);
    await revoked.browser.submit(revoked.page, decisionPath, { decision: "allow" });
    await revokeAllGrantsOf(platform, "ada");
    const again = await revoked.browser.submit(revoked.page, decisionPath, { decision: "allow" });
    expect([again.status, again.location]).toEqual([409, undefined]);
  });
});
