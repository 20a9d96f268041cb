import { setTimeout as sleep } from "node:timers/promises";
import type { UserTokens } from "../ledger/ledger.ts";
import { askForTeamToken, exchange, typeOf, useTeamToken, useToken } from "../ledger/platform-calls.ts";
import { signIn } from "../seed/consent.ts";
import type { CallResult } from "../wire/api-call.ts";

/** Lifetime of codes and tokens in these runs. */
export const lifetimeSeconds = 6;
/** Burst of token requests per application in these runs; after it one a second. */
export const burst = 30;

/** The result of a check: whether it was as with right clocks. */
export interface ClockFinding {
  readonly says: string;
  readonly isGood: boolean;
}

/** What one node issued, until when it certainly works and from when it certainly does not. */
interface Issued {
  readonly node: number;
  readonly team: number;
  readonly teamToken: string;
  readonly tokens: UserTokens;
  /** A code that is not exchanged in time. */
  readonly code: string;
  readonly surelyValidUntil: number;
  readonly surelyOverFrom: number;
}

/**
 * Issues everything at every node and uses it at every node: at once, and after its expiry.
 *
 * @param firstTeam the first of one team per node, none of which has requested a token yet
 */
export async function checkLifetimes(
  urls: readonly string[],
  firstTeam: number,
): Promise<readonly ClockFinding[]> {
  const issued = await Promise.all(urls.map((_, node) => issueAt(urls, node, firstTeam + node)));
  const early = await useEverywhere(urls, issued, "valid");
  await sleep(Math.max(...issued.map(({ surelyOverFrom }) => surelyOverFrom)) - performance.now());
  return [...early, ...(await useEverywhere(urls, issued, "over"))];
}

async function issueAt(urls: readonly string[], node: number, team: number): Promise<Issued> {
  const [url = "", other = ""] = [urls[node], urls[(node + 1) % urls.length]];
  const person = await signIn(url);
  const calledAt = performance.now();
  const [first, code] = [await person.allow(), await person.allow()];
  const tokens = dataOf(await exchange(other, first)) as unknown as UserTokens; // a successful exchange has this shape
  const teamToken = String(dataOf(await askForTeamToken(url, team))["access_token"]);
  return {
    node,
    team,
    teamToken,
    tokens,
    code,
    surelyValidUntil: calledAt + lifetimeSeconds * 1000,
    surelyOverFrom: performance.now() + (lifetimeSeconds + 0.5) * 1000,
  };
}

async function useEverywhere(
  urls: readonly string[],
  issued: readonly Issued[],
  when: "valid" | "over",
): Promise<readonly ClockFinding[]> {
  const findings = await Promise.all(
    issued.flatMap((one) => urls.map((url, node) => useAt(url, one, { when, node }))),
  );
  return findings.flat();
}

async function useAt(
  url: string,
  { node: issuer, team, teamToken, tokens, code, surelyValidUntil }: Issued,
  { when, node }: { readonly when: "valid" | "over"; readonly node: number },
): Promise<readonly ClockFinding[]> {
  const uses: readonly (readonly [string, Promise<CallResult>])[] = [
    ["a team token", useTeamToken(url, teamToken, team)],
    ["a user's token", useToken(url, tokens)],
    ...(when === "over" ? [["a code", exchange(url, code)] as const] : []),
  ];
  const results = await Promise.all(uses.map(async ([what, use]) => [what, await use] as const));
  // On a machine that was too busy to ask in time, the response proves nothing.
  if (when === "valid" && performance.now() > surelyValidUntil) return [];
  return results.map(([what, result]) => {
    const type = typeOf(result);
    const isGood = when === "valid" ? type === "" : type === "invalid_token" || type === "invalid_grant";
    return { isGood, says: `${what} of node ${issuer}, ${when}, got "${type}" from node ${node}` };
  });
}

/** The token requested last is the newest, whatever the nodes' clocks say. */
export async function checkOrder(urls: readonly string[], team: number): Promise<readonly ClockFinding[]> {
  const findings: ClockFinding[] = [];
  let before: string | undefined;
  // In both directions, so that each node follows one with a later clock and one with an earlier clock.
  for (const issuer of [...urls.keys(), ...[...urls.keys()].toReversed()]) {
    const surelyValidUntil = performance.now() + lifetimeSeconds * 1000;
    const token = String(dataOf(await askForTeamToken(urls[issuer] ?? "", team))["access_token"]);
    for (const [node, url] of urls.entries()) {
      const newest = typeOf(await useTeamToken(url, token, team));
      // On a machine that was too busy to ask in time, a refusal proves nothing.
      const isOver = newest === "invalid_token" && performance.now() > surelyValidUntil;
      findings.push({
        isGood: newest === "" || isOver,
        says: `the newest token, of node ${issuer}, got "${newest}" from node ${node}`,
      });
      if (before === undefined) continue;
      const older = typeOf(await useTeamToken(url, before, team));
      findings.push({
        isGood: older === "invalid_token",
        says: `a token that node ${issuer} had overridden got "${older}" from node ${node}`,
      });
    }
    before = token;
  }
  return findings;
}

/** All nodes together allow as many requests as one would. */
export async function checkLimit(urls: readonly string[], team: number): Promise<readonly ClockFinding[]> {
  const startedAt = performance.now();
  const asked = Array.from({ length: 4 * burst }, (_, index) => urls[index % urls.length] ?? "");
  const results = await Promise.all(asked.map((url) => askForTeamToken(url, team)));
  const passed = results.filter((result) => typeOf(result) === "").length;
  const refilled = Math.ceil((performance.now() - startedAt) / 1000);
  const isGood = passed >= burst && passed <= burst + refilled;
  return [
    { isGood, says: `${passed} requests of ${asked.length} were let through, ${burst} may be at once` },
  ];
}

function dataOf(result: CallResult): Readonly<Record<string, unknown>> {
  if (result.status === "none" || typeOf(result) !== "")
    throw new Error(`a token was not issued: ${JSON.stringify(result)}`);
  return result.body.data;
}
