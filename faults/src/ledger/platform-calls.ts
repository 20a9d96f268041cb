import { credentials, teamCredentials } from "../seed/declaration.ts";
import { callApi, pathWithQuery, type CallResult } from "../wire/api-call.ts";
import type { UserTokens } from "./ledger.ts";

const { application } = credentials;
const { appid } = application;

const tokenPath = "/api/oauth2/access_token";

/** Exchanges a code. */
export function exchange(url: string, code: string, timeoutMilliseconds?: number): Promise<CallResult> {
  const parameters = { ...application, code, grant_type: "authorization_code" };
  return callApi(url, pathWithQuery(tokenPath, parameters), timeoutMilliseconds);
}

/** Requests a further access token. */
export function refresh(url: string, refreshToken: string): Promise<CallResult> {
  const parameters = { appid, refresh_token: refreshToken, grant_type: "refresh_token" };
  return callApi(url, pathWithQuery("/api/oauth2/refresh_token", parameters));
}

/** Uses a user's access token. */
export function useToken(
  url: string,
  { access_token, openid }: Pick<UserTokens, "access_token" | "openid">,
): Promise<CallResult> {
  return callApi(url, pathWithQuery("/api/oauth2/user", { appid, access_token, openid }));
}

/** Requests a team token. */
export function askForTeamToken(url: string, team = 0, timeoutMilliseconds?: number): Promise<CallResult> {
  const parameters = { ...teamCredentials(team), grant_type: "client_credential" };
  return callApi(url, pathWithQuery(tokenPath, parameters), timeoutMilliseconds);
}

/** Uses a team token. */
export function useTeamToken(
  url: string,
  accessToken: string,
  team = 0,
  timeoutMilliseconds?: number,
): Promise<CallResult> {
  const parameters = { appid: teamCredentials(team).appid, access_token: accessToken, per_page: "1" };
  return callApi(url, pathWithQuery("/api/surveys", parameters), timeoutMilliseconds);
}

/** The error type of a response, empty for success; `undefined` when it is unknown whether the call took effect. */
export function typeOf(result: CallResult): string | undefined {
  if (result.status === "none" || result.body.error.type === "storage_unavailable") return undefined;
  return result.body.error.type;
}
