import type { UserGrant } from "../exchange-code.ts";
import { wallClockNow, type Platform } from "../platform.ts";
import { grantOf, requestOfClient, type OpenidClient } from "./openid-tokens.ts";

const usualIntervalSeconds = 5;

/** What a program without a browser gets: to show its user, and to ask with. */
export interface DeviceCode {
  /** Secret. */
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  /** "" when there is none. */
  readonly verificationUriComplete: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** How long to wait between two questions. */
  readonly intervalMilliseconds: number;
}

/** Gets a code that a user types (RFC 8628, section 3.2). One that no user sees ends by itself, so the request may be sent again. */
export async function requestDeviceCode(
  platform: Platform,
  { scope, ...client }: OpenidClient & { readonly scope: string },
): Promise<DeviceCode> {
  const startedAt = wallClockNow(platform);
  const fields = await requestOfClient(platform, {
    path: "/oauth/device",
    client,
    parameters: { scope },
    isRepeatable: true,
  });
  return {
    deviceCode: fields.text("device_code"),
    userCode: fields.text("user_code"),
    verificationUri: fields.text("verification_uri"),
    verificationUriComplete: fields.optionalText("verification_uri_complete"),
    expiresAt: startedAt + fields.positiveNumber("expires_in") * 1000,
    intervalMilliseconds: (fields.optionalNumber("interval") ?? usualIntervalSeconds) * 1000,
  };
}

/** Asks once for the tokens (RFC 8628, section 3.4). @throws SurveyPlatformError `authorization_pending`, `slow_down`, … */
export async function exchangeDeviceCode(
  platform: Platform,
  { deviceCode, ...client }: OpenidClient & { readonly deviceCode: string },
): Promise<UserGrant> {
  const startedAt = wallClockNow(platform);
  const fields = await requestOfClient(platform, {
    path: "/oauth/token",
    client,
    parameters: {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: deviceCode,
    },
    isRepeatable: false,
  });
  return grantOf(platform, { fields, startedAt, appid: client.appid, nonce: undefined });
}
