import { credentials, teamCredentials } from "../seed/apply-seed.ts";
import type { UserTokens } from "./ledger.ts";

const { application } = credentials;
const { appid } = application;

const tokenPath = "/api/oauth2/access_token";

/** Exchanges a code. */
export function exchange(url: string, code: string, timeoutMilliseconds?: number): Promise<CallResult> {
  const parameters = { ...application, code, grant_type: "authorization_code" };
  return callApi(url, tokenPath, parameters, timeoutMilliseconds);
}

/** Requests a further access token. */
export function refresh(url: string, refreshToken: string): Promise<CallResult> {
  const parameters = { appid, refresh_token: refreshToken, grant_type: "refresh_token" };
  return callApi(url, "/api/oauth2/refresh_token", parameters);
}

/** Uses a user's access token. */
export function useToken(
  url: string,
  { access_token, openid }: Pick<UserTokens, "access_token" | "openid">,
): Promise<CallResult> {
  return callApi(url, "/api/oauth2/user", { appid, access_token, openid });
}

/** Requests a team token. */
export function askForTeamToken(url: string, team = 0, timeoutMilliseconds?: number): Promise<CallResult> {
  const parameters = { ...teamCredentials(team), grant_type: "client_credential" };
  return callApi(url, tokenPath, parameters, timeoutMilliseconds);
}

/** Uses a team token. */
export function useTeamToken(
  url: string,
  accessToken: string,
  team = 0,
  timeoutMilliseconds?: number,
): Promise<CallResult> {
  const parameters = { appid: teamCredentials(team).appid, access_token: accessToken, per_page: "1" };
  return callApi(url, "/api/surveys", parameters, timeoutMilliseconds);
}

/** The error type of a response, empty for success; `undefined` when it is unknown whether the call took effect. */
export function typeOf(result: CallResult): string | undefined {
  if (result.status === "none" || result.body.error.type === "storage_unavailable") return undefined;
  return result.body.error.type;
}

/** The envelope of a response under `/api/`. */
interface Envelope {
  readonly code: string;
  readonly error: { readonly type: string };
  readonly data: Readonly<Record<string, unknown>>;
}

/** There was no response. Unless the connection was refused, the call may have taken effect. */
interface NoAnswer {
  readonly status: "none";
  readonly reason: string;
  /** Whether the request can have reached a server. */
  readonly isSent: boolean;
}

/** The result of a call. */
export type CallResult = { readonly status: number; readonly body: Envelope } | NoAnswer;

/** Calls the API once, without retries. */
async function callApi(
  url: string,
  path: string,
  parameters: Readonly<Record<string, string>>,
  timeoutMilliseconds = 10_000,
): Promise<CallResult> {
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(`${url}${path}?${new URLSearchParams(parameters).toString()}`, {
      signal,
      redirect: "manual",
    });
    return readResult(response.status, await response.text());
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    return { status: "none", reason: cause?.message ?? message, isSent: cause?.code !== "ECONNREFUSED" };
  }
}

/** A response without an envelope counts as none: it does not tell whether the call took effect. */
function readResult(status: number, text: string): CallResult {
  try {
    const body: unknown = JSON.parse(text);
    if (isEnvelope(body)) return { status, body };
  } catch {
    // No JSON.
  }
  return { status: "none", reason: `status ${status} with a body that is no envelope`, isSent: true };
}

/** Whether it looks like the envelope of every response under `/api/`; other tests check its shape. */
function isEnvelope(body: unknown): body is Envelope {
  return typeof body === "object" && body !== null && "code" in body && "error" in body && "data" in body;
}

/** A fault cut a call off before its response: it may have taken effect or not. */
export class CutOffError extends Error {
  override readonly name = "CutOffError";
}

/** Whether a call failed without a response; a refusal would be a bug of the platform. */
export function isCutOff(reason: unknown): boolean {
  return reason instanceof CutOffError || (reason instanceof TypeError && reason.message === "fetch failed");
}
