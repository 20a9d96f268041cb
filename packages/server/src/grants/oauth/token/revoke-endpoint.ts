import type { Store } from "../../../store/store.ts";
import { revokeOauthToken } from "../../../store/tokens/oauth-token-facts.ts";
import { jsonResponse } from "../oauth-error.ts";
import type { OauthRoute } from "../oauth-route.ts";
import { withClientToken } from "./client-token.ts";

/**
 * `POST /oauth/revoke` (RFC 7009): ends a token of the client that sends it. One that is not valid, or another client's, is answered in
 * the same way: neither is of use to the client afterwards.
 */
export function revokeRoute(store: Store): OauthRoute {
  return {
    method: "POST",
    path: "/oauth/revoke",
    isOpenToScripts: true,
    async handle(request) {
      await withClientToken(store, request, function* revoke(token) {
        if (token !== undefined) yield* revokeOauthToken(token.kind, token);
        return {};
      });
      // Nothing is said, but in JSON: some libraries refuse a body without it.
      return jsonResponse({});
    },
  };
}
