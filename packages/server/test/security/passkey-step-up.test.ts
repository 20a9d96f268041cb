import { beforeEach, describe, expect, it } from "vitest";
import { hashToken } from "../../src/model/token.ts";
import type { Browser } from "../support/browser.ts";
import { givenPasskey } from "../support/passkeys.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import {
  passkeyOptionsOf,
  passkeySettings,
  type Misbehaviour,
  type SoftwareAuthenticator,
} from "../support/software-authenticator.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { listPasskeys } from "../../src/store/people/passkey-table.ts";
import { findSession } from "../../src/store/people/session-table.ts";

const minute = 60_000;
let platform: TestPlatform;

beforeEach(async () => {
  platform = await startTestPlatform(passkeySettings);
});

async function confirmWith(
  authenticator: SoftwareAuthenticator,
  browser: Browser,
  wrong: Misbehaviour = {},
): Promise<number> {
  const start = await browser.get("/account/confirm");
  const form = await browser.follow(browser.submit(start, "/account/confirm/passkey/begin"));
  const response = authenticator.sign(passkeyOptionsOf(form.html), wrong);
  return (await browser.submit(form, "/account/confirm/passkey", { response })).status;
}

const isConfirmed = async (browser: Browser) =>
  (await findSession(platform.store.reader, hashToken(browser.cookies.get(sessionCookie) ?? "")))
    ?.isRecentlyConfirmed;

describe("a passkey instead of the password before something dangerous", () => {
  it("confirms the session in which it was asked for, and no other", async () => {
    const { browser, authenticator } = await givenPasskey(platform);
    const other = await signedInBrowser(platform);
    platform.clock.now += 11 * minute;
    expect(await confirmWith(authenticator, browser, { userHandle: null })).toBe(303);
    expect([await isConfirmed(browser), await isConfirmed(other)]).toEqual([true, false]);
  });

  it("is refused when it is another user's, or not verified", async () => {
    const { browser, authenticator } = await givenPasskey(platform);
    const bobs = (await givenPasskey(platform, "bob")).authenticator;
    platform.clock.now += 11 * minute;
    const bob = (await platform.store.findUserByUsername("bob"))?.id ?? 0;
    const unused = await listPasskeys(platform.store.reader, bob);
    expect(unused).toHaveLength(1);
    expect(await confirmWith(bobs, browser)).toBe(401);
    expect(await listPasskeys(platform.store.reader, bob)).toEqual(unused);
    expect(await confirmWith(authenticator, browser, { isUserVerified: false })).toBe(401);
    expect(await confirmWith(authenticator, browser, { origin: "http://evil.example" })).toBe(401);
    expect(await isConfirmed(browser)).toBe(false);
  });
});
