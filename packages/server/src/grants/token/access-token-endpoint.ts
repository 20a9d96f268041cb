import { z } from "zod";
import { PlatformError } from "../../errors.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { appidParameter } from "../../http/known-parameters.ts";
import { checkParameters, textParameter } from "../../http/parameters.ts";
import { hashToken } from "../../model/token.ts";
import type { Store } from "../../store/store.ts";
import { grants, grantTypes, type GrantType } from "./grants.ts";
import type { Grant } from "./grant.ts";

const parameters = z.object({
  appid: appidParameter,
  secret: textParameter("Application secret", 128),
  grant_type: textParameter(`One of ${grantTypes.join(", ")}`, 64),
  code: ofCodeGrant("With authorization_code, which needs it: the code from the redirect"),
  code_verifier: ofCodeGrant(
    "With authorization_code: the PKCE code verifier (RFC 7636), when the link had a challenge",
  ),
});

/** May be empty here: a client that fills in one template sends `code=` with the other grant, which has none. */
function ofCodeGrant(description: string) {
  return z.string().max(128, "is longer than 128 characters").optional().meta({ description });
}

const data = z.object({
  access_token: z.string().meta({ description: "The token for data calls" }),
  expires_in: z.int().meta({ description: "Lifetime of access_token in seconds" }),
  refresh_token: z
    .string()
    .optional()
    .meta({ description: "With authorization_code: gets new access tokens until it expires itself" }),
  openid: z
    .string()
    .optional()
    .meta({ description: "With authorization_code: the person's name for this application" }),
});

/** `GET /api/oauth2/access_token`: `grant_type` chooses between a code exchange and a team token. */
export function accessTokenEndpoint(store: Store) {
  return defineEndpoint({
    operationId: "requestAccessToken",
    bearerScopes: undefined,
    path: "/api/oauth2/access_token",
    summary: "Get an access token",
    description:
      "With grant_type=authorization_code, exchanges a code for a user access token and a refresh token; a code works once. With grant_type=client_credential, gives a team its access token; every earlier one stops working at once, so ask for one in a single place and keep it.",
    parameters,
    data,
    errors: [
      "invalid_argument",
      "unsupported_grant_type",
      "invalid_client",
      "unauthorized_client",
      "invalid_grant",
      "invalid_org_subscription",
      "request_rate_limited",
    ],
    async handle({ appid, secret, grant_type: grantType, ...own }, apiRequest) {
      const grant = grantOf(grantType);
      const { address } = apiRequest;
      const request = { store, appid, secretHash: hashToken(secret), address };
      const { tokens, quota } = await grant.issue(checkParameters(grant.parameters, own), request);
      apiRequest.noteQuota(quota);
      return tokens;
    },
  });
}

/** @throws `PlatformError` `unsupported_grant_type` */
function grantOf(grantType: string): Grant {
  const known = grantTypes.find((type): type is GrantType => type === grantType);
  if (known === undefined) throw new PlatformError("unsupported_grant_type");
  return grants[known];
}
