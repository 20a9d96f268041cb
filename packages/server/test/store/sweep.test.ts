import { DatabaseUnavailableError, openDatabase } from "@survey-open-platform/database";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { openPlatformDatabase } from "../../src/platform.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { countRows } from "../support/database-contents.ts";
import { authorizationLink, exchangeParameters, obtainTeamToken, type UserTokens } from "../support/flows.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { sampleDeclaration } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { platformOn, startTestPlatform, testStart, type TestPlatform } from "../support/test-platform.ts";

const second = 1000;

/** One of everything that ends by itself, each asked for with what tells whether it still works. */
async function issueOneOfEach(platform: TestPlatform) {
  const browser = await signedInBrowser(platform);
  const page = await browser.get(authorizationLink());
  const tokens = await allowedTokens(platform);
  const code = await allowedCode(platform);
  const teamToken = await obtainTeamToken(platform);
  const { access_token, openid, refresh_token } = tokens;
  const call = async (path: string, parameters: Readonly<Record<string, string>>) =>
    (await platform.call(path, parameters)).code === "OK";
  return {
    "access token": () => call("/api/oauth2/user", { appid: "demo_app", access_token, openid }),
    "refresh token": () => call("/api/oauth2/refresh_token", refreshParameters(refresh_token)),
    "team token": () => call("/api/surveys", { appid: "acme_team", access_token: teamToken }),
    session: async () => (await browser.get("/account/applications")).status === 200,
    "consent page": async () =>
      (await browser.submit(page, decisionPath, { decision: "deny" })).location !== undefined,
    code: () => call("/api/oauth2/access_token", exchangeParameters(code)),
  };
}

type Issued = Awaited<ReturnType<typeof issueOneOfEach>>;

/** For how long each lasts, in seconds; the last ones are those of the platform itself. */
const lifetimes: Readonly<Record<keyof Issued, number>> = {
  "access token": 100,
  "refresh token": 200,
  "team token": 150,
  session: 12 * 3600,
  "consent page": 600,
  code: 50,
};

const settings = {
  userAccessTokenTtl: "100",
  userRefreshTokenTtl: "200",
  teamAccessTokenTtl: "150",
  authorizationCodeTtl: "50",
};

async function sweepAll({ store }: TestPlatform): Promise<number> {
  let swept = 0;
  for (;;) {
    const rows = await store.sweepExpired().catch(beginAgain);
    if (rows === 0) return swept;
    swept += rows;
  }
}

/** A sweep that another one holds up for too long is tried again, as the platform does at its next turn. */
function beginAgain(error: unknown): number {
  if (error instanceof DatabaseUnavailableError) return 1;
  throw error;
}

describe("the sweep of what has expired", () => {
  // The names of the table are its keys.
  it.each(Object.keys(lifetimes) as (keyof Issued)[])(
    "decides nothing: the %s ends at the same millisecond with and without it",
    async (name) => {
      for (const sweeps of [false, true]) {
        for (const [milliseconds, works] of [
          [-1, true],
          [0, false],
        ] as const) {
          const platform = await startTestPlatform(settings);
          const issued = await issueOneOfEach(platform);
          platform.clock.now += lifetimes[name] * second + milliseconds;
          if (sweeps) await sweepAll(platform);
          expect(await issued[name](), `${sweeps ? "swept" : "not swept"}, ${milliseconds} ms`).toBe(works);
        }
      }
    },
  );

  it("does not matter for expiry: what has expired is refused also before a sweep", async () => {
    const platform = await startTestPlatform(settings);
    const issued = await issueOneOfEach(platform);
    platform.clock.now += 40 * 24 * 3600 * second;
    for (const [name, works] of Object.entries(issued)) expect(await works(), name).toBe(false);
    for (const table of ["sessions", "user_access_tokens", "refresh_tokens", "team_access_tokens"])
      expect(await countRows(platform, table), table).toBeGreaterThan(0);
  });

  it("takes away what has expired and nothing else, when several nodes sweep at once and again", async () => {
    const [first, other] = await twoNodes();
    const old = await Promise.all(Array.from({ length: 4 }, () => allowedTokens(first)));
    first.clock.now += 201 * second;
    const current = await Promise.all(Array.from({ length: 4 }, () => allowedTokens(other)));
    const sweeps = Array.from({ length: 6 }, (_, index) => sweepAll(index % 2 === 0 ? first : other));
    const asked = [...current, ...current].map((tokens, index) =>
      isLive(index % 2 === 0 ? first : other, tokens),
    );
    expect(await Promise.all(asked)).toEqual(asked.map(() => true));
    await Promise.all(sweeps);
    expect(await sweepAll(first)).toBe(0);
    expect(await countRows(first, "user_access_tokens")).toBe(current.length);
    expect(await countRows(first, "refresh_tokens")).toBe(current.length);
    for (const tokens of current) expect(await isLive(other, tokens)).toBe(true);
    for (const tokens of old) expect(await isLive(other, tokens)).toBe(false);
  });
});

async function isLive(platform: TestPlatform, { access_token, openid }: UserTokens): Promise<boolean> {
  const { code } = await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
  return code === "OK";
}

/** Two nodes with connections of their own to one database. */
async function twoNodes(): Promise<readonly [TestPlatform, TestPlatform]> {
  const address = await makeTestDatabase();
  const clock = { now: testStart };
  const databases = [
    await openPlatformDatabase({ database: address }, () => clock.now),
    openDatabase<Schema>({ address, clock: () => clock.now }),
  ] as const;
  onTestFinished(async () => void (await Promise.all(databases.map((database) => database.close()))));
  await applyDeclaration(databases[0], sampleDeclaration, { zone: platformZone("Asia/Shanghai") });
  const limits = { ...settings, tokenRequestBurst: "1000" };
  return [
    platformOn({ address, database: databases[0], clock }, limits),
    platformOn({ address, database: databases[1], clock }, limits),
  ];
}
