import type { OauthRoute } from "../oauth/oauth-route.ts";
import { publicDocument } from "../oauth/oauth-error.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** `GET /oauth/jwks`: the keys with which ID tokens are checked (OpenID Connect Discovery, section 3). */
export function jwksRoute(keys: SigningKeys): OauthRoute {
  return {
    method: "GET",
    path: "/oauth/jwks",
    isOpenToScripts: true,
    handle: async () => publicDocument(await keys.published()),
  };
}
