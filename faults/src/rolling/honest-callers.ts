import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { exchange } from "../ledger/platform-calls.ts";
import { signIn } from "../seed/consent.ts";
import { credentials, teamCredentials } from "../seed/declaration.ts";
import { callApi, pathWithQuery, type CallResult } from "../wire/api-call.ts";

/** The results of the callers so far. */
export interface CallTally {
  sent: number;
  failed: number;
  /** Answered 503 because the database did not answer in time, which a busy machine does without a restart. */
  unavailable: number;
  slowestMilliseconds: number;
  /** What went wrong, each kind once. */
  readonly problems: Set<string>;
}

/** Paths with queries, repeated by their share of the load. */
export type CallMix = readonly string[];

const callers = 16;

/** Gets tokens at a node. Of ten calls six read with a token, three request a team token, one refreshes a user token. */
export async function makeCallMix(url: string): Promise<CallMix> {
  const person = await signIn(url);
  const { refresh_token = "" } = dataOf(await exchange(url, await person.allow()));
  const [reader, issuer] = [teamCredentials(0), teamCredentials(1)];
  const issue = (team: typeof reader) =>
    pathWithQuery("/api/oauth2/access_token", { ...team, grant_type: "client_credential" });
  const { access_token = "" } = dataOf(await callApi(url, issue(reader)));
  const read = pathWithQuery("/api/surveys", { appid: reader.appid, access_token });
  const { appid } = credentials.application;
  const refresh = pathWithQuery("/api/oauth2/refresh_token", {
    appid,
    refresh_token,
    grant_type: "refresh_token",
  });
  return [read, issue(issuer), read, refresh, read, issue(issuer), read, read, issue(issuer), read];
}

function dataOf(result: CallResult): Readonly<Record<string, string>> {
  if (result.status === "none" || result.body.code !== "OK")
    throw new Error(`a call before the run was answered ${JSON.stringify(result)}`);
  // Only the text values are used.
  return result.body.data as Readonly<Record<string, string>>;
}

/** What callers do. */
export interface CallPlan {
  readonly mix: CallMix;
  /** Between two calls of a caller, on average. */
  readonly pauseMilliseconds: number;
  readonly isEnough: () => boolean;
}

/** Sends the calls of a mix in turn over keep-alive connections, without retries, until there are enough. */
export async function callUntil(
  url: string,
  { mix, pauseMilliseconds, isEnough }: CallPlan,
  tally: CallTally,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const callAgain = async () => {
    while (!isEnough()) {
      const path = mix[(tally.sent += 1) % mix.length] ?? "";
      const sentAt = performance.now();
      const result = await callApi(url, path, { agent });
      tally.slowestMilliseconds = Math.max(tally.slowestMilliseconds, performance.now() - sentAt);
      noteProblem(result, tally);
      if (pauseMilliseconds > 0) await sleep(pauseMilliseconds * 2 * Math.random());
    }
  };
  await Promise.all(Array.from({ length: callers }, callAgain));
  agent.destroy();
}

function noteProblem(result: CallResult, tally: CallTally): void {
  if (result.status !== "none" && result.body.code === "OK") return;
  const isUnavailable = result.status !== "none" && result.body.error.type === "storage_unavailable";
  tally[isUnavailable ? "unavailable" : "failed"] += 1;
  tally.problems.add(result.status === "none" ? result.reason : `${result.status} ${result.body.error.type}`);
}
