import { signHubRequest } from "@survey-open-platform/sdk";
import { team, type HubCredentials } from "./hub-stage.ts";
import { until } from "../until.ts";

/** A hub's response to a call about the token. */
export interface HubAnswer {
  readonly status: number;
  /** 0 when there was none. */
  readonly version: number;
  readonly accessToken: string;
}

const tokenPath = `/v1/apps/${team.appid}/token`;
const reportPath = `${tokenPath}/report`;
/** Longer than the time limit of a hub. */
const patienceMilliseconds = 30_000;

/** Requests the token from one hub, without retries. @throws when there is no response */
export async function askForToken(url: string, caller: HubCredentials): Promise<HubAnswer> {
  const time = Math.floor(Date.now() / 1000);
  const authorization = await signHubRequest(caller, { method: "GET", target: tokenPath, time });
  const signal = AbortSignal.timeout(patienceMilliseconds);
  return await readAnswer(await fetch(url + tokenPath, { headers: { authorization }, signal }));
}

/** Requests the token until the hub has one: on a busy machine its own request to the platform may take too long. */
export async function askUntilServed(url: string, caller: HubCredentials): Promise<HubAnswer> {
  return await untilServed(`${url} gave a token`, () => askForToken(url, caller));
}

/** Reports a version as dead until the hub has looked at it, as a client does that gets 503 or 504. */
export async function reportUntilServed(
  url: string,
  caller: HubCredentials,
  version: number,
): Promise<HubAnswer> {
  return await untilServed(`${url} took a report`, () => report(url, caller, version));
}

async function untilServed(what: string, call: () => Promise<HubAnswer>): Promise<HubAnswer> {
  let answer: HubAnswer | undefined;
  await until(what, async () => {
    answer = await call();
    return answer.status < 500;
  });
  if (answer === undefined) throw new Error("until resolves after a call");
  return answer;
}

/** Reports a version as dead to one hub, without retries. @throws when there is no response */
export async function report(url: string, caller: HubCredentials, version: number): Promise<HubAnswer> {
  const body = JSON.stringify({ version });
  const time = Math.floor(Date.now() / 1000);
  const authorization = await signHubRequest(caller, { method: "POST", target: reportPath, body, time });
  const headers = { authorization, "content-type": "application/json" };
  const signal = AbortSignal.timeout(patienceMilliseconds);
  return await readAnswer(await fetch(url + reportPath, { method: "POST", headers, body, signal }));
}

async function readAnswer(reply: Response): Promise<HubAnswer> {
  // As in the hub's manual; an error has neither.
  const { version = 0, access_token: accessToken = "" } = (await reply.json()) as {
    readonly version?: number;
    readonly access_token?: string;
  };
  return { status: reply.status, version, accessToken };
}
