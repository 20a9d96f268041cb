import { runSteps } from "@survey-open-platform/database";
import { PlatformError } from "../../errors.ts";
import { bearerChallenge, bearerToken, type BearerChallenge } from "../../http/bearer-challenge.ts";
import { queryOf } from "../../http/parameters.ts";
import { audiences, scopeBits } from "../../model/scopes.ts";
import { picturePathOf } from "../../model/user-picture.ts";
import { findProfile } from "../../store/people/profile.ts";
import type { Store } from "../../store/store.ts";
import type { BearerUserPrincipal } from "../../store/tokens/user-token-table.ts";
import { findBearerPrincipal } from "../oauth/bearer-principal.ts";
import { resourceMetadataAddress, type StandardAddresses } from "../oauth/issuer.ts";
import { jsonResponse, OauthError } from "../oauth/oauth-error.ts";
import { readOauthForm } from "../oauth/oauth-form.ts";
import type { OauthRequest, OauthRoute } from "../oauth/oauth-route.ts";

/** `GET` and `POST /oauth/userinfo` (OpenID Connect Core, section 5.3): who the user of a token is. */
export function userinfoRoutes(store: Store): readonly OauthRoute[] {
  const userinfo = {
    path: "/oauth/userinfo",
    isOpenToScripts: true,
    async handle(request: OauthRequest) {
      const principal = await authenticate(store, request);
      request.noteApplication(principal.appid);
      return jsonResponse(await claimsOf(store, principal, request.addresses));
    },
  } as const;
  return [
    { ...userinfo, method: "GET" },
    { ...userinfo, method: "POST" },
  ];
}

/** @throws `OauthError` with the challenge of RFC 6750, section 3 */
async function authenticate(store: Store, request: OauthRequest): Promise<BearerUserPrincipal> {
  const token = bearerToken(request.context.req.header("authorization"));
  if (token === undefined) throw refused(request, 401, {}, withoutHeader);
  // RFC 6750, section 2: one token in a request.
  if (await hasTokenBeside(request))
    throw refused(request, 400, { error: "invalid_request" }, "Send the token in the header alone.");
  const principal = await runSteps(store.reader, findBearerPrincipal(store, token, audiences.api));
  if (principal instanceof PlatformError)
    throw refused(request, 401, { error: "invalid_token" }, principal.message);
  if (principal.mode === "team" || (principal.scopes & scopeBits.openid) === 0)
    throw refused(request, 403, { error: "insufficient_scope", scope: "openid" }, withoutOpenid);
  return principal;
}

const withoutHeader = "Send the access token in the header: Authorization: Bearer.";
const withoutOpenid = "The token is not for the scope openid. Ask the user for it at the authorization page.";

async function hasTokenBeside({ context }: OauthRequest): Promise<boolean> {
  const { req } = context;
  if (new URLSearchParams(queryOf(req.url)).has("access_token")) return true;
  if (req.method !== "POST" || req.header("content-type") === undefined) return false;
  return (await readOauthForm(context)).get("access_token") !== undefined;
}

type Challenge = Pick<BearerChallenge, "error" | "scope">;

function refused(
  { addresses }: OauthRequest,
  status: number,
  challenge: Challenge,
  description: string,
): OauthError {
  const { error } = challenge;
  const resourceMetadata = resourceMetadataAddress(addresses, "api");
  // A request without a token learns no error (RFC 6750, section 3.1).
  const described = error === undefined ? challenge : { ...challenge, description };
  const headers = { "WWW-Authenticate": bearerChallenge({ ...described, resourceMetadata }) };
  return new OauthError(error ?? "invalid_request", description, { status, headers });
}

/** The claims that the scopes stand for (section 5.4); what is not known is left out. */
async function claimsOf(
  store: Store,
  { openid, nickname, avatar, scopes, userId }: BearerUserPrincipal,
  { issuer }: StandardAddresses,
): Promise<Readonly<Record<string, unknown>>> {
  if ((scopes & scopeBits.profile) === 0) return { sub: openid };
  const profile = await findProfile(store.reader, userId);
  return {
    sub: openid,
    name: nickname,
    picture: pictureAddress(avatar, issuer),
    locale: profile?.language ?? undefined,
    zoneinfo: profile?.timeZone ?? undefined,
    updated_at: secondsOf(profile?.changedAt),
  };
}

/** Section 5.1; undefined while it is not known. */
function secondsOf(changedAt = 0): number | undefined {
  return changedAt === 0 ? undefined : Math.floor(changedAt / 1000);
}

/** An uploaded picture is on this origin. */
function pictureAddress(avatar: string, issuer: string): string | undefined {
  const path = picturePathOf(avatar);
  if (path !== undefined) return issuer + path;
  return avatar === "" ? undefined : avatar;
}
