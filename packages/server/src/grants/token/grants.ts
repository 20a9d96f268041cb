import { authorizationCodeGrant } from "./authorization-code-grant.ts";
import { clientCredentialGrant } from "./client-credential-grant.ts";
import type { Grant } from "./grant.ts";

/** Values of `grant_type` at the token path. */
export const grantTypes = ["authorization_code", "client_credential"] as const;

/** One of {@link grantTypes}. */
export type GrantType = (typeof grantTypes)[number];

/** Every grant of the token path. */
export const grants = {
  authorization_code: authorizationCodeGrant,
  client_credential: clientCredentialGrant,
} as const satisfies Record<GrantType, Grant>;
