import { metadataRoutes } from "./metadata.ts";
import type { OauthRoute } from "./oauth-route.ts";

/** Everything of OAuth that programs call; what browsers open is among the pages. */
export function oauthRoutes(): readonly OauthRoute[] {
  return metadataRoutes();
}
