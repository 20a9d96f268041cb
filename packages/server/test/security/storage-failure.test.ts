import { describe, expect, it, test } from "vitest";
import { sql } from "kysely";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import {
  lostConnections,
  makeFaultyStore,
  type FaultyStore,
} from "../../../database/test/support/faulty-store.ts";
import type { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import {
  authorizationLink,
  exchangeParameters,
  obtainTeamToken,
  teamTokenParameters,
  type UserTokens,
} from "../support/flows.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { expectNothingInside, readReply, type WireReply } from "../support/safe-refusal.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { revocationOfAllPage, revocationPage } from "../support/revocation-pages.ts";

/** What a test does to a platform: the same call can be sent again and again, until it succeeds once. */
interface Deed {
  /** Sends the call. */
  readonly send: () => Promise<WireReply>;
  /** Whether an answer says that it is done. */
  readonly isDone: (reply: WireReply) => boolean;
  /** Checks that what was answered as done is really so. */
  readonly expectEffect: (reply: WireReply) => Promise<void>;
}

const isOk = ({ body }: WireReply) => body.startsWith('{"code":"OK"');
const isRedirect = ({ status }: WireReply) => status === 303;

function dataOf({ body }: WireReply): Partial<UserTokens> & { readonly access_token: string } {
  // The answer was recognised as a success, which has such data.
  return (JSON.parse(body) as { data: UserTokens }).data;
}

async function isLive(platform: TestPlatform, call: Readonly<Record<string, string>>): Promise<boolean> {
  return (await platform.call("/api/surveys", call)).code === "OK";
}

function get(platform: TestPlatform, path: string, parameters: Readonly<Record<string, string>>) {
  return () => readReply(platform.fetch(pathWithQuery(path, parameters)));
}

/** Submits a form that a browser has open. */
function submit(browser: Browser, ...form: Parameters<Browser["submit"]>) {
  return async (): Promise<WireReply> => {
    const { status, headers, html } = await browser.submit(...form);
    return { status, headers, body: html };
  };
}

/** Submits the form of a page on which a user revokes what the application was allowed. */
async function revocation(
  platform: TestPlatform,
  openPage: typeof revocationPage,
  action: string,
): Promise<Deed> {
  const { access_token, openid } = await allowedTokens(platform);
  const browser = await signedInBrowser(platform);
  const page = await openPage(browser);
  return {
    send: submit(browser, page, action),
    isDone: isRedirect,
    async expectEffect() {
      expect(await isLive(platform, { appid: "demo_app", access_token, openid })).toBe(false);
    },
  };
}

const deeds: Readonly<Record<string, (platform: TestPlatform) => Promise<Deed>>> = {
  async "the exchange of a code"(platform) {
    // The first use of the secret is noted, and the next ones are not: every exchange has the same statements then.
    await allowedTokens(platform);
    const code = await allowedCode(platform);
    return {
      send: get(platform, "/api/oauth2/access_token", exchangeParameters(code)),
      isDone: isOk,
      async expectEffect(reply) {
        const { access_token, refresh_token = "", openid = "" } = dataOf(reply);
        expect(await isLive(platform, { appid: "demo_app", access_token, openid })).toBe(true);
        const refreshed = await platform.call("/api/oauth2/refresh_token", refreshParameters(refresh_token));
        expect(refreshed.code).toBe("OK");
      },
    };
  },

  async "a refresh"(platform) {
    const { refresh_token, openid } = await allowedTokens(platform);
    return {
      send: get(platform, "/api/oauth2/refresh_token", refreshParameters(refresh_token)),
      isDone: isOk,
      async expectEffect(reply) {
        const { access_token } = dataOf(reply);
        expect(await isLive(platform, { appid: "demo_app", access_token, openid })).toBe(true);
      },
    };
  },

  async "a team token request"(platform) {
    const before = await obtainTeamToken(platform);
    return {
      send: get(platform, "/api/oauth2/access_token", teamTokenParameters),
      isDone: isOk,
      async expectEffect(reply) {
        const { access_token } = dataOf(reply);
        expect(await isLive(platform, { appid: "acme_team", access_token })).toBe(true);
        expect(await isLive(platform, { appid: "acme_team", access_token: before })).toBe(false);
      },
    };
  },

  async "a consent"(platform) {
    const browser = await signedInBrowser(platform);
    const page = await browser.get(authorizationLink());
    return {
      send: submit(browser, page, decisionPath, { decision: "allow" }),
      isDone: isRedirect,
      async expectEffect({ headers }) {
        const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
        expect(await platform.call("/api/oauth2/access_token", exchangeParameters(code))).toMatchObject({
          code: "OK",
        });
      },
    };
  },

  "a revocation": (platform) => revocation(platform, revocationPage, "/account/applications/revoke"),

  "the revocation of everything": (platform) =>
    revocation(platform, revocationOfAllPage, "/account/applications/revoke-all"),

  async "a late replay, which takes tokens back"(platform) {
    const code = await allowedCode(platform);
    const { data } = await platform.call<UserTokens>("/api/oauth2/access_token", exchangeParameters(code));
    const { access_token, openid } = data;
    platform.clock.now += 60_000;
    return {
      send: get(platform, "/api/oauth2/access_token", exchangeParameters(code)),
      isDone: ({ body }) => body.includes('"invalid_grant"'),
      async expectEffect() {
        expect(await isLive(platform, { appid: "demo_app", access_token, openid })).toBe(false);
      },
    };
  },
};

/** An unavailable store may be retried; an unexpected error is a fault of the platform. */
const statusOf = { "a disk error": 503, "an unexpected error": 500 } as const;
const faults = ["a disk error", "an unexpected error"] as const;

describe.each(Object.entries(deeds))("when the store fails at any statement of %s", (_, prepare) => {
  // On PostgreSQL, connections that are lost show the same.
  test.skipIf(isOnPostgres()).each(faults)(
    "with %s, nothing is done or reported as done, and the next attempt succeeds",
    async (fault) => {
      const { faulty, platform } = await startOnFaultyStore();
      const statements = await countStatements(faulty, await prepare(platform));
      expect(statements).toBeGreaterThanOrEqual(5);
      const withoutEffect: number[] = [];
      for (let statement = 1; statement <= statements; statement += 1) {
        const deed = await prepare(platform);
        const before = await everything(platform);
        faulty.failAt(statement, fault);
        const reply = await deed.send();
        faulty.heal();
        if (deed.isDone(reply)) {
          withoutEffect.push(statement);
          await deed.expectEffect(reply);
          continue;
        }
        expect([statement, reply.status]).toEqual([statement, statusOf[fault]]);
        expectNothingInside(reply);
        expect(await everything(platform)).toEqual(before);
        const retried = await deed.send();
        expect([statement, deed.isDone(retried)]).toEqual([statement, true]);
        await deed.expectEffect(retried);
      }
      // The ends of the snapshots in which the session was read, before and after the form: every result is known by then.
      expect(withoutEffect.length).toBeLessThanOrEqual(2);
    },
  );

  test.runIf(lostConnections.length > 0).each(lostConnections)(
    "with %s, nothing is done unless it is reported as done, and the next attempt succeeds",
    async (fault) => {
      const { faulty, platform } = await startOnFaultyStore();
      const statements = await countStatements(faulty, await prepare(platform));
      for (let statement = 1; statement <= statements; statement += 1) {
        const deed = await prepare(platform);
        const before = await everything(platform);
        faulty.failAt(statement, fault);
        const reply = await deed.send();
        faulty.heal();
        // Where nothing had been done yet, another connection has taken over.
        const isDone = deed.isDone(reply);
        expect([statement, reply.status]).toEqual([statement, isDone ? reply.status : 503]);
        expect([statement, isDone ? before : await everything(platform)]).toEqual([statement, before]);
        const told = isDone ? reply : await deed.send();
        expect([statement, deed.isDone(told)]).toEqual([statement, true]);
        await deed.expectEffect(told);
      }
    },
  );

  test.skipIf(isOnPostgres())(
    "and at all that follow it, it works again as soon as the store does",
    async () => {
      const { faulty, platform } = await startOnFaultyStore();
      const statements = await countStatements(faulty, await prepare(platform));
      for (let statement = 1; statement <= statements; statement += 2) {
        const deed = await prepare(platform);
        faulty.failAt(statement, "a full disk", { lasting: true });
        const replies = [await deed.send(), await deed.send()];
        faulty.heal();
        for (const reply of replies) {
          expect([statement, reply.status, deed.isDone(reply)]).toEqual([statement, 503, false]);
          expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
        }
        const retried = await deed.send();
        expect([statement, deed.isDone(retried)]).toEqual([statement, true]);
        await deed.expectEffect(retried);
      }
    },
  );
});

async function startOnFaultyStore() {
  const faulty = makeFaultyStore();
  return { faulty, platform: await startTestPlatform({ tokenRequestBurst: "100000" }) };
}

/** How many statements a deed takes from beginning to end. */
async function countStatements(faulty: FaultyStore, deed: Deed): Promise<number> {
  faulty.heal();
  expect(deed.isDone(await deed.send())).toBe(true);
  return faulty.heal();
}

describe("while the store is down", () => {
  it("a call that only reads says so, readiness fails, and liveness does not", async () => {
    const faulty = makeFaultyStore();
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    const list = get(platform, "/api/surveys", { appid: "acme_team", access_token: token });
    faulty.failAt(1, "a disk error", { lasting: true });
    const down = [
      await list(),
      await readReply(platform.fetch("/readyz")),
      await readReply(platform.fetch("/livez")),
    ];
    faulty.heal();
    expect(down.map(({ status }) => status)).toEqual([503, 503, 200]);
    for (const reply of down) expectNothingInside(reply);
    expect([(await list()).status, (await platform.fetch("/readyz")).status]).toEqual([200, 200]);
  });

  it("a token is not called invalid, because clients would renew it without need", async () => {
    const faulty = makeFaultyStore();
    const platform = await startTestPlatform();
    const call = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
    for (const path of [
      "/api/surveys",
      "/api/surveys/1",
      "/api/surveys/1/legacy",
      "/api/surveys/1/answers",
      "/api/surveys/1/answers/1",
      "/api/oauth2/user",
    ]) {
      faulty.failAt(1, "a disk error", { lasting: true });
      const refused = await platform.call(path, { ...call, openid: "x" });
      faulty.heal();
      expect([path, refused.code, refused.error.type]).toEqual([
        path,
        "RemoteServerError",
        "storage_unavailable",
      ]);
    }
  });
});

/** The whole database, what counts attempts included: an attempt that failed by our fault is not counted. */
async function everything(platform: TestPlatform) {
  const counts = await sql`select * from rate_limits`.execute(platform.database.reader.kysely);
  return { ...(await databaseContents(platform)), counts: counts.rows };
}
