import { encodeQuery } from "../encode-query.ts";
import type { UserGrant } from "../exchange-code.ts";
import { wallClockNow, type Platform } from "../platform.ts";
import type { Fields } from "../read-fields.ts";
import type { UserTokens } from "../user-token-store/user-token-store.ts";
import { readSubject } from "./id-token.ts";
import { sendOauthRequest } from "./oauth-request.ts";

const refreshLifetimeSeconds = 30 * 24 * 60 * 60;

/** A code that came back from the authorization page of OpenID Connect. */
export interface OpenidCodeExchange {
  readonly appid: string;
  readonly secret: string;
  readonly code: string;
  readonly codeVerifier: string | undefined;
  /** The one of the authorization request. */
  readonly redirectUri: string;
  /** The one of the authorization request. */
  readonly nonce: string;
}

/** Exchanges a code for tokens and the user's openid. It is sent once: a code that comes twice looks stolen. */
export async function exchangeOpenidCode(
  platform: Platform,
  { appid, secret, code, codeVerifier, redirectUri, nonce }: OpenidCodeExchange,
): Promise<UserGrant> {
  const startedAt = wallClockNow(platform);
  const fields = await requestOfClient(platform, {
    path: "/oauth/token",
    client: { appid, secret },
    parameters: {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    },
    isRepeatable: false,
  });
  return grantOf(platform, { fields, startedAt, appid, nonce });
}

/** A response with the tokens of a user who has just signed in. */
interface SignedIn {
  readonly fields: Fields;
  /** Unix milliseconds before it was asked for. */
  readonly startedAt: number;
  readonly appid: string;
  /** Undefined for a device, which sends none. */
  readonly nonce: string | undefined;
}

/** The user and the tokens of a response. @throws SurveyPlatformError `unexpected_response` */
export function grantOf(platform: Platform, { fields, startedAt, appid, nonce }: SignedIn): UserGrant {
  const refreshSeconds = platform.refreshTokenLifetimeSeconds ?? refreshLifetimeSeconds;
  return {
    openid: readSubject(fields.text("id_token"), { platform, appid, nonce }),
    tokens: {
      ...newTokens(fields, startedAt),
      refreshTokenExpiresAt: startedAt + refreshSeconds * 1000,
    },
  };
}

/** The application that refreshes, and what it has. */
export interface OpenidRefresh {
  readonly appid: string;
  readonly secret: string | undefined;
  readonly tokens: UserTokens;
}

/**
 * Gets the next access token and the next refresh token. Sent again within 30 seconds, a used refresh token gives the same successor, so
 * a response that is lost costs nothing: the request is repeated.
 */
export async function refreshOpenidTokens(
  platform: Platform,
  { appid, secret, tokens }: OpenidRefresh,
): Promise<UserTokens> {
  const startedAt = wallClockNow(platform);
  const fields = await requestOfClient(platform, {
    path: "/oauth/token",
    client: { appid, secret },
    parameters: { grant_type: "refresh_token", refresh_token: tokens.refreshToken },
    isRepeatable: true,
  });
  return { ...tokens, ...newTokens(fields, startedAt) };
}

function newTokens(fields: Fields, startedAt: number) {
  return {
    tokenType: "bearer",
    accessToken: fields.text("access_token"),
    accessTokenIssuedAt: startedAt,
    accessTokenExpiresAt: startedAt + fields.positiveNumber("expires_in") * 1000,
    refreshToken: fields.text("refresh_token"),
  } as const;
}

/** An application as it proves itself. */
export interface OpenidClient {
  readonly appid: string;
  readonly secret: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ClientRequest {
  readonly path: "/oauth/token" | "/oauth/device";
  readonly client: OpenidClient;
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly isRepeatable: boolean;
}

/** Sends a request of an application. One without a secret names itself in the body (RFC 6749, section 3.2.1). @throws SurveyPlatformError */
export function requestOfClient(
  platform: Platform,
  { path, client, parameters, isRepeatable }: ClientRequest,
): Promise<Fields> {
  const { appid, secret, signal } = client;
  const names = secret === undefined ? { client_id: appid } : {};
  return sendOauthRequest(platform, {
    path,
    signal,
    method: "POST",
    text: encodeQuery({ ...names, ...parameters }),
    headers: { "content-type": "application/x-www-form-urlencoded", ...basic(appid, secret) },
    secrets: { ...parameters, secret },
    isRepeatable,
  });
}

/** RFC 6749, section 2.3.1. */
function basic(appid: string, secret: string | undefined): Readonly<Record<string, string>> {
  if (secret === undefined) return {};
  return { authorization: `Basic ${btoa(`${encodeURIComponent(appid)}:${encodeURIComponent(secret)}`)}` };
}
