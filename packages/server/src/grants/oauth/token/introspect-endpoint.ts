import { audiences, scopeText } from "../../../model/scopes.ts";
import type { Store } from "../../../store/store.ts";
import {
  findTokenFacts,
  type OauthTokenKind,
  type TokenFacts,
} from "../../../store/tokens/oauth-token-facts.ts";
import { countFailedSecret } from "../../token/client-checks.ts";
import type { StandardAddresses } from "../issuer.ts";
import { jsonResponse } from "../oauth-error.ts";
import type { OauthRoute } from "../oauth-route.ts";
import { withClientToken } from "./client-token.ts";

const inactive = { active: false } as const;

/** `POST /oauth/introspect` (RFC 7662): tells a client that has a secret what its own token is good for. */
export function introspectRoute(store: Store): OauthRoute {
  return {
    method: "POST",
    path: "/oauth/introspect",
    // It needs a secret, which no script of a page has.
    isOpenToScripts: false,
    async handle(request) {
      const facts = await withClientToken(store, request, function* introspect(token, credentials, policy) {
        if (credentials.secretHash === undefined) return yield* countFailedSecret(credentials, policy);
        const found = token && (yield* findTokenFacts(token.kind, token));
        return token && found
          ? describe(token.kind, { ...found, appid: credentials.appid }, request.addresses)
          : inactive;
      });
      return jsonResponse(facts);
    },
  };
}

function describe(
  kind: OauthTokenKind,
  { audience, scopes, issuedAt, expiresAt, openid, appid }: TokenFacts & { readonly appid: string },
  addresses: StandardAddresses,
) {
  return {
    active: true,
    scope: scopeText(scopes),
    client_id: appid,
    ...(kind !== "rotatingToken" && { token_type: "Bearer" }),
    iss: addresses.issuer,
    aud: audience === audiences.mcp ? addresses.mcp : addresses.api,
    iat: Math.floor(issuedAt / 1000),
    exp: Math.floor(expiresAt / 1000),
    ...(openid !== null && { sub: openid }),
  };
}
