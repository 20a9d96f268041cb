import { describe, expect, it } from "vitest";
import { makeRandomId } from "../../src/model/token.ts";
import type { Browser, Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { exchangeParameters } from "../support/flows.ts";
import { allowedCode } from "../support/quick-consent.ts";
import { sendForm } from "../support/registered-application.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { revocationPage } from "../support/revocation-pages.ts";

const base = "/console/applications/demo_app";
const path = `${base}/test-token`;
const hour = 3_600_000;

async function open(settings: Parameters<typeof startTestPlatform>[0] = { tokenRequestBurst: "10000" }) {
  const platform = await startTestPlatform(settings);
  return { platform, bob: await signedInBrowser(platform, "bob") };
}

interface TestToken {
  readonly page: Page;
  /** "" when the page shows none. */
  readonly token: string;
  readonly openid: string;
}

async function getToken(bob: Browser, request = makeRandomId()): Promise<TestToken> {
  const page = await sendForm(bob, path, { request });
  const [token = "", openid = ""] = [/sopu_[\w-]{40}/, /(?<=>)o[\w-]{27}(?=<)/].map(
    (pattern) => pattern.exec(page.html)?.[0],
  );
  return { page, token, openid };
}

/** What a call with a token gets, on the node whose turn it is. */
async function readUser(platform: TestPlatform, { token, openid }: TestToken): Promise<string> {
  const call = { appid: "demo_app", access_token: token, openid };
  return (await platform.call("/api/oauth2/user", call)).error.type;
}

describe("a test token", () => {
  it("acts for the owner of the application, and for no one else", async () => {
    const { platform, bob } = await open();
    const issued = await getToken(bob);
    const { token: access_token, openid } = issued;
    const user = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
    expect(user.data).toMatchObject({ openid, nickname: "Bob" });
    const surveys = await platform.call("/api/surveys", { appid: "demo_app", access_token, openid });
    expect(surveys.code).toBe("OK");
    const elsewhere = await platform.call("/api/oauth2/user", { appid: "other_app", access_token, openid });
    expect(elsewhere.error.type).toBe("invalid_token");
  });

  it("is shown once, in a response that no cache keeps, and is nowhere in the database", async () => {
    const { platform, bob } = await open();
    const { page, token } = await getToken(bob);
    expect([page.status, page.headers.get("cache-control"), token === ""]).toEqual([200, "no-store", false]);
    const contents = JSON.stringify(await databaseContents(platform));
    expect(contents).not.toContain(token);
    expect(contents).toContain('"application.test_token_issued"');
    for (const address of [base, path, `${base}/secrets`, "/account/applications"])
      expect((await bob.get(address)).html).not.toContain(token);
  });

  it("is issued once when its form is sent twice, also at once", async () => {
    const { platform, bob } = await open();
    const request = "t".repeat(32);
    const sent = await Promise.all([0, 1, 2].map(() => getToken(bob, request)));
    expect(sent.map(({ page }) => page.status).toSorted((a, b) => a - b)).toEqual([200, 303, 303]);
    const { user_access_tokens: rows } = await databaseContents(platform);
    expect(rows).toHaveLength(1);
  });

  it("ends after an hour, whatever other access tokens are given", async () => {
    const { platform, bob } = await open();
    const issued = await getToken(bob);
    platform.clock.now += hour - 1;
    expect(await readUser(platform, issued)).toBe("");
    platform.clock.now += 1;
    expect(await readUser(platform, issued)).toBe("invalid_token");
  });

  it("counts as a token request of the application, and there is none beyond the limit", async () => {
    const { platform, bob } = await open({ tokenRequestBurst: "2", tokenRequestsPerMinute: "1" });
    expect((await getToken(bob)).token).not.toBe("");
    const exchange = exchangeParameters(await allowedCode(platform));
    expect((await platform.call("/api/oauth2/access_token", exchange)).code).toBe("OK");
    const { page, token } = await getToken(bob);
    expect([page.status, token]).toEqual([429, ""]);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("the grant of a test token", () => {
  it("is listed like any other, and ends with its token on every node when it is revoked", async () => {
    const { platform, bob } = await open();
    const issued = await getToken(bob);
    const list = await bob.get("/account/applications");
    expect(list.html).toContain("Insight Board");
    await bob.submit(await revocationPage(bob), "/account/applications/revoke");
    for (let node = 0; node < 3; node += 1) expect(await readUser(platform, issued)).toBe("invalid_token");
  });

  it("is the grant that the consent page makes: the openid is the same", async () => {
    const { platform, bob } = await open();
    const { openid } = await getToken(bob);
    const code = await allowedCode(platform, { username: "bob" });
    const exchanged = await platform.call("/api/oauth2/access_token", exchangeParameters(code));
    expect(exchanged.data["openid"]).toBe(openid);
  });
});

describe("a frozen application", () => {
  it("gets no test token, also none that works after it is unfrozen", async () => {
    const { platform, bob } = await open();
    const before = await getToken(bob);
    await sendForm(bob, `${base}/freeze`, {});
    const { page, token } = await getToken(bob);
    expect([page.status, token]).toEqual([409, ""]);
    await sendForm(bob, `${base}/unfreeze`, {});
    expect(await readUser(platform, before)).toBe("invalid_token");
    expect((await databaseContents(platform))["user_access_tokens"]).toEqual([]);
  });

  it("gets none either when it is frozen while one is asked for", async () => {
    const { platform, bob } = await open();
    for (let round = 0; round < 5; round += 1) {
      const [issued] = await Promise.all([getToken(bob), sendForm(bob, `${base}/freeze`, {})]);
      await sendForm(bob, `${base}/unfreeze`, {});
      expect(await readUser(platform, issued)).not.toBe("");
    }
  });
});

it("a team's application gets no test token", async () => {
  const { platform } = await open();
  const team = await platform.database.reader.kysely
    .selectFrom("applications")
    .select(["appid", "owner_id as ownerId"])
    .where("appid", "=", "acme_team")
    .executeTakeFirstOrThrow();
  // Ada is the creator of the team, and manages its credentials.
  const { id: userId = 0 } = (await platform.store.findUserByUsername("ada")) ?? {};
  const actor = { userId, username: "ada", address: "203.0.113.7" };
  const given = { ...team, userId, hash: "h", requestHash: "r", actor };
  expect(await platform.store.issueTestToken(given)).toEqual({
    outcome: "not_found",
  });
});

it("a disabled user gets no test token in a session that was looked up before", async () => {
  const { platform } = await open();
  const { id: ownerId = 0 } = (await platform.store.findUserByUsername("bob")) ?? {};
  await platform.database.write(({ kysely }) =>
    kysely.updateTable("users").set({ disabled: 1 }).where("id", "=", ownerId).execute(),
  );
  const actor = { userId: ownerId, username: "bob", address: "203.0.113.7" };
  const given = { appid: "demo_app", ownerId, userId: ownerId, hash: "h", requestHash: "r", actor };
  expect(await platform.store.issueTestToken(given)).toEqual({
    outcome: "not_found",
  });
});
