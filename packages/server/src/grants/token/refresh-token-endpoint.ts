import { z } from "zod";
import { PlatformError } from "../../errors.ts";
import { defineEndpoint } from "../../http/endpoint.ts";
import { appidParameter } from "../../http/known-parameters.ts";
import { textParameter } from "../../http/parameters.ts";
import { hashToken } from "../../model/token.ts";
import type { Store } from "../../store/store.ts";
import { issueOnRefreshToken } from "./refresh-token-grant.ts";

const parameters = z.object({
  appid: appidParameter,
  refresh_token: textParameter("The refresh_token from the code exchange", 128),
  grant_type: textParameter("Fixed value: refresh_token", 64),
  secret: textParameter("Application secret; need not be sent, but must be right when it is", 128).optional(),
});

const data = z.object({
  access_token: z
    .string()
    .meta({ description: "The new access token; the older one stays valid until its own end" }),
  expires_in: z.int().meta({ description: "Lifetime of access_token in seconds" }),
});

/** `GET /api/oauth2/refresh_token`: a further access token on a grant. */
export function refreshTokenEndpoint(store: Store) {
  return defineEndpoint({
    operationId: "refreshAccessToken",
    bearerScopes: undefined,
    path: "/api/oauth2/refresh_token",
    summary: "Refresh a user access token",
    description:
      "Gives a new user access token. The answer carries no new refresh token: keep the one from the exchange, which works for its own fixed time from the exchange on.",
    parameters,
    data,
    errors: [
      "invalid_argument",
      "unsupported_grant_type",
      "invalid_client",
      "unauthorized_client",
      "invalid_grant",
      "request_rate_limited",
    ],
    async handle(given, request) {
      if (given.grant_type !== "refresh_token") throw new PlatformError("unsupported_grant_type");
      const { tokens, quota } = await issueOnRefreshToken(given.refresh_token, {
        store,
        appid: given.appid,
        secretHash: given.secret === undefined ? undefined : hashToken(given.secret),
        address: request.address,
      });
      request.noteQuota(quota);
      return tokens;
    },
  });
}
