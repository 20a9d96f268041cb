import type { z } from "zod";
import type { Caller, CallerAuthenticator } from "../callers/caller.ts";
import { HubError } from "../errors.ts";
import type { ServedUserToken } from "./open-grant.ts";
import { noBody } from "../http/request-body.ts";
import type { FetchCall, HubCall } from "../http/endpoint.ts";
import { jsonReply, type Reply } from "../http/reply.ts";
import { admitJson } from "../callers/json-call.ts";

const openidShape = /^[\x21-\x7e]{1,128}$/;

/** A call about the users of an application, from a caller with the right. */
export interface UsersCall {
  readonly caller: Caller;
  readonly appid: string;
}

/** A call about users, let in. @throws HubError `invalid_caller`, `forbidden` */
export async function admitUsersCall(callers: CallerAuthenticator, call: HubCall): Promise<UsersCall> {
  return withRight(await callers.authenticate(call, noBody), call.path["appid"] ?? "");
}

/**
 * A call about users that says something in JSON, let in. The body is read first only where the caller's signature
 * covers it.
 *
 * @throws HubError `invalid_caller`, `forbidden`, `invalid_argument`
 */
export async function admitUsersCallWith<Said>(
  callers: CallerAuthenticator,
  call: FetchCall,
  shape: z.ZodType<Said>,
): Promise<UsersCall & { readonly said: Said }> {
  const appid = call.path["appid"] ?? "";
  const check = (caller: Caller) => void withRight(caller, appid);
  return { appid, ...(await admitJson(callers, call, { shape, check })) };
}

/** The openid in the path. @throws HubError `invalid_argument` */
export function openidOf({ path }: HubCall): string {
  const { openid = "" } = path;
  if (openidShape.test(openid)) return openid;
  throw new HubError("invalid_argument", { detail: "openid" });
}

/** A user's token as it is returned. */
export function userTokenReply({ openid, accessToken, version, expiresInSeconds }: ServedUserToken): Reply {
  const body = { openid, access_token: accessToken, version, expires_in: expiresInSeconds };
  return jsonReply(JSON.stringify(body));
}

function withRight(caller: Caller, appid: string): UsersCall {
  if (caller.may("users", appid)) return { caller, appid };
  throw new HubError("forbidden", { detail: `users by ${caller.id}` });
}
