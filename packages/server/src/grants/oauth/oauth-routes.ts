import type { ClientSources } from "../clients/oauth-client.ts";
import { jwksRoute } from "../openid/jwks-endpoint.ts";
import type { SigningKeys } from "../openid/signing-keys.ts";
import { userinfoRoutes } from "../openid/userinfo-endpoint.ts";
import { deviceRoute } from "./device/device-endpoint.ts";
import { metadataRoutes } from "./metadata.ts";
import type { OauthRoute } from "./oauth-route.ts";
import { parRoute } from "./par-endpoint.ts";
import { registerRoute } from "./register-endpoint.ts";
import { introspectRoute } from "./token/introspect-endpoint.ts";
import { revokeRoute } from "./token/revoke-endpoint.ts";
import { tokenRoute } from "./token/token-endpoint.ts";

/** Everything of OAuth that programs call; what browsers open is among the pages. */
export function oauthRoutes(sources: ClientSources, keys: SigningKeys): readonly OauthRoute[] {
  const { registration } = sources.described;
  return [
    ...metadataRoutes({ registration }),
    tokenRoute(sources.store, keys),
    deviceRoute(sources),
    parRoute(sources),
    revokeRoute(sources.store),
    introspectRoute(sources.store),
    jwksRoute(keys),
    ...userinfoRoutes(sources.store),
    ...(registration === "all" ? [registerRoute(sources)] : []),
  ];
}
