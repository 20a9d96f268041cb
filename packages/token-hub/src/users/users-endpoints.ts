import { z } from "zod";
import type { CallerAuthenticator } from "../callers/caller.ts";
import { HubError } from "../errors.ts";
import type { ListedGrant } from "../store/user-grant-table.ts";
import type { UserMode } from "./user-mode.ts";
import type { Endpoint, FetchEndpoint, NativeEndpoint } from "../http/endpoint.ts";
import { jsonReply, responseOf } from "../http/reply.ts";
import { queryOf } from "../http/query.ts";
import { admitUsersCall, admitUsersCallWith, openidOf, userTokenReply } from "./users-request.ts";

const usualLimit = 100;
const mostListed = 1_000;
/** The end of the year 9999, in seconds since 1970. */
const lastSecond = 253_402_300_799;

/** What the endpoints about users work with. */
export interface UsersDependencies {
  readonly users: UserMode;
  readonly callers: CallerAuthenticator;
}

/** Everything below `/v1/apps/{appid}/users`: users' grants, for callers with the right `users`. */
export function usersEndpoints(parts: UsersDependencies): readonly Endpoint[] {
  return [
    exchangeEndpoint(parts),
    listEndpoint(parts),
    tokenEndpoint(parts),
    reportEndpoint(parts),
    forgetEndpoint(parts),
  ];
}

const exchangeShape = z.strictObject({
  code: z.string().min(1).max(512),
  code_verifier: z.string().min(43).max(128).optional(),
});

/** `POST …/users {code, code_verifier?}`: exchanges the code from a callback and keeps the grant. */
function exchangeEndpoint({ users, callers }: UsersDependencies): FetchEndpoint {
  return {
    method: "POST",
    path: "/v1/apps/{appid}/users",
    async handle(call) {
      const { caller, appid, said } = await admitUsersCallWith(callers, call, exchangeShape);
      const { code, code_verifier: codeVerifier } = said;
      const token = await users.exchange(appid, { code, codeVerifier, actor: caller.id });
      return responseOf(userTokenReply(token));
    },
  };
}

/**
 * `GET …/users?renew_before=<unix seconds>&after=<openid>&limit=<n>`: whose grants are kept, or with `renew_before`
 * only those who have to be asked for consent before that moment.
 */
function listEndpoint({ users, callers }: UsersDependencies): NativeEndpoint {
  return {
    isNative: true,
    method: "GET",
    path: "/v1/apps/{appid}/users",
    async handle(call) {
      const { appid } = await admitUsersCall(callers, call);
      const query = queryOf(call.target);
      const limit = wholeNumber(query, "limit", mostListed) ?? usualLimit;
      const before = wholeNumber(query, "renew_before", lastSecond);
      const endsBefore = before === undefined ? undefined : before * 1000;
      const grants = await users.list({ appid, endsBefore, after: query.get("after") ?? "", limit });
      const next = grants.length === limit ? grants.at(-1)?.openid : undefined;
      const body = { users: grants.map(listedUser), ...(next !== undefined && { next }) };
      return jsonReply(JSON.stringify(body));
    },
  };
}

/** A user as listed. */
export function listedUser({ openid, consent, consentEndsAt }: ListedGrant) {
  return { openid, consent, consent_ends_at: Math.floor(consentEndsAt / 1000) };
}

/** `GET …/users/{openid}/token`: the user's token, refreshed if need be. */
function tokenEndpoint({ users, callers }: UsersDependencies): NativeEndpoint {
  return {
    isNative: true,
    method: "GET",
    path: "/v1/apps/{appid}/users/{openid}/token",
    async handle(call) {
      const { caller, appid } = await admitUsersCall(callers, call);
      return userTokenReply(await users.token(appid, openidOf(call), caller.id));
    },
  };
}

const reportShape = z.strictObject({ version: z.int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** `POST …/users/{openid}/token/report {version}`: the platform refused that version. */
function reportEndpoint({ users, callers }: UsersDependencies): FetchEndpoint {
  return {
    method: "POST",
    path: "/v1/apps/{appid}/users/{openid}/token/report",
    async handle(call) {
      const { caller, appid, said } = await admitUsersCallWith(callers, call, reportShape);
      const beforeProbe = () => callers.consumeReport(caller);
      const report = { openid: openidOf(call), version: said.version, actor: caller.id, beforeProbe };
      return responseOf(userTokenReply(await users.report(appid, report)));
    },
  };
}

/** `DELETE …/users/{openid}`: forgets the user's grant, whether or not there is one. */
function forgetEndpoint({ users, callers }: UsersDependencies): FetchEndpoint {
  return {
    method: "DELETE",
    path: "/v1/apps/{appid}/users/{openid}",
    async handle(call) {
      const { caller, appid } = await admitUsersCall(callers, call);
      await users.forget(appid, openidOf(call), caller.id);
      return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
    },
  };
}

/** @throws HubError `invalid_argument` */
function wholeNumber(query: URLSearchParams, name: string, most: number): number | undefined {
  const [text, ...others] = query.getAll(name);
  if (text === undefined) return undefined;
  const number = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most && others.length === 0) return number;
  throw new HubError("invalid_argument", { detail: `${name} is a whole number from 1 to ${most}` });
}
