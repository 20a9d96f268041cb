import {
  exchangeCode,
  getUser,
  refreshAccessToken,
  SurveyPlatformError,
  type Fetch,
  type Platform,
} from "@survey-open-platform/sdk";
import type { ApplicationConfig } from "../config.ts";
import { HubError, type HubErrorType } from "../errors.ts";
import type { Clock } from "../clock.ts";

/** An access token as it was just issued, and how long ago it was asked for. */
export interface FreshToken {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  /** When it was asked for, on the monotonic clock. */
  readonly askedAt: number;
}

/** What an exchange gives. */
export interface ExchangedGrant extends FreshToken {
  readonly openid: string;
  readonly refreshToken: string;
}

/** The outcome of a refresh: `ended` when the platform no longer takes the refresh token. */
export type RefreshResult =
  | { readonly outcome: "refreshed"; readonly token: FreshToken }
  | { readonly outcome: "ended" }
  | { readonly outcome: "failed"; readonly error: HubError };

/** The platform, as far as users' tokens are concerned. */
export interface UserPlatform {
  /** Sent once: after a lost response it is unknown whether the code is used up. @throws HubError */
  exchange(code: string, codeVerifier: string | undefined): Promise<ExchangedGrant>;
  /** Never throws. */
  refresh(refreshToken: string): Promise<RefreshResult>;
  /** Whether the platform still takes an access token; `unknown` when it does not say. Never throws. */
  probe(openid: string, accessToken: string): Promise<"alive" | "dead" | "unknown">;
}

/** How the platform is spoken with. */
export interface UserPlatformOptions {
  readonly application: ApplicationConfig;
  readonly timeoutMilliseconds: number;
  readonly clock: Clock;
  /** Instead of the runtime's own. */
  readonly fetch?: Fetch | undefined;
}

/** Refusals of the platform that the hub passes on to its caller unchanged. */
const passedOn: ReadonlySet<string> = new Set<HubErrorType>([
  "invalid_client",
  "unauthorized_client",
  "request_rate_limited",
  "invalid_grant",
]);

/** Speaks with an application's platform through the SDK. */
export function createUserPlatform(options: UserPlatformOptions): UserPlatform {
  const { application, timeoutMilliseconds, clock, fetch = globalThis.fetch } = options;
  const { appid, secret, baseUrl, allowInsecureHttp } = application;
  const platform: Platform = { baseUrl, allowInsecureHttp, timeoutMilliseconds, fetch, readAttempts: 1 };
  return {
    async exchange(code, codeVerifier) {
      const askedAt = clock.now();
      try {
        const { openid, tokens } = await exchangeCode(platform, { appid, secret, code, codeVerifier });
        const { accessToken, refreshToken, accessTokenExpiresAt, accessTokenIssuedAt = 0 } = tokens;
        const expiresInSeconds = (accessTokenExpiresAt - accessTokenIssuedAt) / 1000;
        return { openid, accessToken, refreshToken, expiresInSeconds, askedAt };
      } catch (error) {
        throw hubErrorOf(error);
      }
    },
    async refresh(refreshToken) {
      const askedAt = clock.now();
      try {
        const issued = await refreshAccessToken(platform, { appid, refreshToken, secret });
        return { outcome: "refreshed", token: { ...issued, askedAt } };
      } catch (error) {
        if (typeOf(error) === "invalid_grant") return { outcome: "ended" };
        return { outcome: "failed", error: hubErrorOf(error) };
      }
    },
    async probe(openid, accessToken) {
      try {
        await getUser(platform, { appid, openid, accessToken });
        return "alive";
      } catch (error) {
        const type = typeOf(error);
        if (type === "invalid_token") return "dead";
        return type === "claim_error" ? "alive" : "unknown";
      }
    },
  };
}

function hubErrorOf(error: unknown): HubError {
  const type = typeOf(error);
  const retryAfterSeconds = error instanceof SurveyPlatformError ? error.retryAfterSeconds : undefined;
  const details = { detail: `the platform's response about a user's token: ${type}`, retryAfterSeconds };
  // The set holds nothing but types of the hub.
  if (passedOn.has(type)) return new HubError(type as HubErrorType, details);
  return new HubError(type === "timeout" ? "upstream_timeout" : "upstream_unavailable", details);
}

function typeOf(error: unknown): string {
  return error instanceof SurveyPlatformError ? error.type : "network_error";
}
