import { setTimeout as sleep } from "node:timers/promises";
import { exchange, refresh, typeOf, useTeamToken, useToken, type CallResult } from "./platform-calls.ts";
import type { Promises } from "./promises.ts";

/** Differences between the platform and the ledger, as sentences. */
export interface Differences {
  /** Confirmed calls that are not in effect. */
  readonly lost: readonly string[];
  /** What was used, revoked or overridden and is valid again. */
  readonly revived: readonly string[];
  /** The number of checks. */
  readonly checked: number;
}

/** A grant keeps its ten newest access tokens, and some may have been issued without an answer. */
const newestAccessTokens = 3;
const mostAtATime = 8;
const answeredWithinMilliseconds = 10_000;

/**
 * Checks the promises of a round, on any of the nodes. Afterwards only what is used, revoked or overridden may be
 * checked again, because a late replay of a code revokes its tokens.
 *
 * @param anyUrl returns a node's address, another one each time
 */
export async function checkRound(promises: Promises, anyUrl: () => string): Promise<Differences> {
  const check = new Check(anyUrl);
  const refreshed = [...promises.refreshed.values()].flatMap((all) => all.slice(-newestAccessTokens));
  await check.all(refreshed, "lost", "a refreshed access token", (url, { accessToken, openid }) =>
    useToken(url, { access_token: accessToken, openid }),
  );
  const keeping = promises.exchanged.slice(-4 * newestAccessTokens);
  await check.all(keeping, "lost", "a refresh token", (url, { refresh_token }) =>
    refresh(url, refresh_token),
  );
  await checkNewestTeamToken(check, promises);
  await checkGone(check, promises);
  for (const code of promises.unsureCodes) await check.atMostOnce(code);
  return check.differences;
}

/** Checks what must never be valid again. */
export async function checkNothingRevived(promises: Promises, anyUrl: () => string): Promise<Differences> {
  const check = new Check(anyUrl);
  await checkGone(check, promises);
  return check.differences;
}

async function checkNewestTeamToken(check: Check, { teamTokens, isTeamUnsure }: Promises): Promise<void> {
  // A request without a response may have overridden it.
  if (isTeamUnsure) return;
  await check.all(teamTokens.slice(-1), "lost", "the newest team token", useTeamToken);
}

async function checkGone(check: Check, { teamTokens, revoked, spentCodes }: Promises): Promise<void> {
  await check.all(teamTokens.slice(0, -1), "revived", "a replaced team token", useTeamToken);
  await check.all(revoked, "revived", "a revoked access token", (url, { tokens }) => useToken(url, tokens));
  await check.all(revoked, "revived", "a revoked refresh token", (url, { tokens }) =>
    refresh(url, tokens.refresh_token),
  );
  await check.all(revoked, "revived", "a revoked code", (url, { code }) => exchange(url, code));
  await check.all(spentCodes, "revived", "a code that was used up", exchange);
}

class Check {
  readonly #anyUrl: () => string;
  readonly #found = { lost: new Array<string>(), revived: new Array<string>() };
  #checked = 0;

  constructor(anyUrl: () => string) {
    this.#anyUrl = anyUrl;
  }

  get differences(): Differences {
    return { ...this.#found, checked: this.#checked };
  }

  /** Uses each credential: those of "lost" must work, those of "revived" must not. */
  async all<Thing>(
    things: readonly Thing[],
    kind: "lost" | "revived",
    says: string,
    use: (url: string, thing: Thing) => Promise<CallResult>,
  ): Promise<void> {
    for (let start = 0; start < things.length; start += mostAtATime) {
      const some = things.slice(start, start + mostAtATime);
      const types = await Promise.all(some.map((thing) => answered(() => use(this.#anyUrl(), thing))));
      this.#checked += types.length;
      const wrong = types.filter((type) => !isExpected(type, kind));
      this.#found[kind].push(...wrong.map((type) => `${says} was answered ${type ?? "nothing"}`));
    }
  }

  async atMostOnce(code: string): Promise<void> {
    const types = [];
    for (let attempt = 1; attempt <= 2; attempt += 1)
      types.push(typeOf(await exchange(this.#anyUrl(), code)));
    this.#checked += 1;
    const [first, second] = types;
    if (!["", "invalid_grant"].includes(first ?? "none") || second !== "invalid_grant")
      this.#found.revived.push(`a code without an answer was answered ${first} and then ${second}`);
  }
}

/** A call that was not answered, as on a busy machine, shows nothing; it is repeated for some time. */
async function answered(call: () => Promise<CallResult>): Promise<string | undefined> {
  const deadline = performance.now() + answeredWithinMilliseconds;
  for (;;) {
    const type = typeOf(await call());
    if (type !== undefined || performance.now() > deadline) return type;
    await sleep(100);
  }
}

function isExpected(type: string | undefined, kind: "lost" | "revived"): boolean {
  return kind === "lost" ? type === "" : type === "invalid_token" || type === "invalid_grant";
}
