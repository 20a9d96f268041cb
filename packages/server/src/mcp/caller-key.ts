import type { BearerPrincipal } from "../grants/oauth/bearer-principal.ts";

/** Tells callers apart: a person's consent to an application, or a team's application. */
export function callerKey(principal: BearerPrincipal): string {
  return principal.mode === "user" ? `grant ${principal.grantId}` : `application ${principal.applicationId}`;
}
