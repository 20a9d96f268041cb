import { z } from "zod";
import { PlatformError } from "../errors.ts";
import { defineEndpoint } from "../http/endpoint.ts";
import { appidParameter } from "../http/known-parameters.ts";
import { textParameter } from "../http/parameters.ts";
import { hashIfLooksLike, hashToken, makeToken } from "../model/token.ts";
import type { ApplicationRule } from "../store/application-table.ts";
import { accepted } from "../store/refusal.ts";
import type { Store } from "../store/store.ts";

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
    async handle(given, { address }) {
      if (given.grant_type !== "refresh_token") throw new PlatformError("unsupported_grant_type");
      const accessToken = makeToken("userAccessToken");
      const issued = accepted(
        await store.refreshAccessToken({
          appid: given.appid,
          ...(given.secret === undefined ? {} : { secretHash: hashToken(given.secret) }),
          address,
          rule: mayRefresh,
          refreshTokenHash: hashIfLooksLike("refreshToken", given.refresh_token),
          accessTokenHash: hashToken(accessToken),
        }),
      );
      return { access_token: accessToken, expires_in: issued.expiresInSeconds };
    },
  });
}

/** The interface needs no secret for a refresh (deviation D2); an application can be declared to need it. */
const mayRefresh: ApplicationRule = ({ kind, refreshRequiresSecret }, { hasSecret }) => {
  if (kind !== "web") return "unauthorized_client";
  return refreshRequiresSecret === 1 && !hasSecret ? "invalid_client" : undefined;
};
