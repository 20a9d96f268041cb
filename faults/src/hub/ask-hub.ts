import { signHubRequest } from "@survey-open-platform/sdk";
import { team, type HubCredentials } from "./open-hub-stage.ts";

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

/** Reports a version as dead to one hub, without retries. @throws when there is no response */
export async function report(url: string, caller: HubCredentials, version: number): Promise<HubAnswer> {
  const { body, headers } = await signReport(caller, version);
  const signal = AbortSignal.timeout(patienceMilliseconds);
  return await readAnswer(await fetch(url + reportPath, { method: "POST", headers, body, signal }));
}

/** The bytes of a report, for sending many at the same time. */
export async function reportBytes(url: string, caller: HubCredentials, version: number): Promise<string> {
  const { body, headers } = await signReport(caller, version);
  const head = [
    `POST ${reportPath} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${body.length}`,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

async function signReport(caller: HubCredentials, version: number) {
  const body = JSON.stringify({ version });
  const time = Math.floor(Date.now() / 1000);
  const authorization = await signHubRequest(caller, { method: "POST", target: reportPath, body, time });
  return { body, headers: { authorization, "content-type": "application/json" } };
}

async function readAnswer(reply: Response): Promise<HubAnswer> {
  // As in the hub's manual; an error has neither.
  const { version = 0, access_token: accessToken = "" } = (await reply.json()) as {
    readonly version?: number;
    readonly access_token?: string;
  };
  return { status: reply.status, version, accessToken };
}
