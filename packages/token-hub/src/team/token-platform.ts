import {
  call,
  requestTeamToken,
  SurveyPlatformError,
  type Fetch,
  type Platform,
} from "@survey-open-platform/sdk";
import type { ApplicationConfig } from "../config.ts";
import { HubError, type HubErrorType } from "../errors.ts";

/** The outcome of a token request. */
export type MintResult =
  | { readonly outcome: "minted"; readonly accessToken: string; readonly expiresInSeconds: number }
  /** The platform refused, or the request was never sent: no token was issued. */
  | { readonly outcome: "declined"; readonly error: HubError }
  /** It is unknown whether a token was issued. */
  | { readonly outcome: "lost"; readonly error: HubError };

/** What the platform says of a token: `unknown` when it says nothing. */
export type ProbeResult = "alive" | "dead" | "unknown";

/** The platform, as far as a team's token is concerned. */
export interface TokenPlatform {
  /** Has a token made. Never throws. */
  mint(): Promise<MintResult>;
  /** Makes a cheap data call with a token. Never throws. */
  probe(accessToken: string): Promise<ProbeResult>;
}

/** How the platform is spoken with. */
export interface TokenPlatformOptions {
  readonly application: ApplicationConfig;
  readonly timeoutMilliseconds: number;
  /** Instead of the runtime's own. */
  readonly fetch?: Fetch | undefined;
}

/** Refusals that are made before anything is done. Any other response may follow on a token that was made. */
const refusals = new Map<string, HubErrorType>([
  ["invalid_client", "invalid_client"],
  ["unauthorized_client", "unauthorized_client"],
  ["invalid_org_subscription", "invalid_org_subscription"],
  ["request_rate_limited", "request_rate_limited"],
  ["invalid_argument", "upstream_unavailable"],
  ["unsupported_grant_type", "upstream_unavailable"],
  ["no_route", "upstream_unavailable"],
  ["invalid_configuration", "upstream_unavailable"],
]);

/** A probe changes nothing, so it may be repeated; every report waits for it. */
const probeAttempts = 2;

/** Failures of a connection that was never made. */
const neverConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/** Speaks with an application's platform through the SDK. */
export function createTokenPlatform(options: TokenPlatformOptions): TokenPlatform {
  const { application, timeoutMilliseconds, fetch = globalThis.fetch } = options;
  const platform = (through: Fetch): Platform => ({
    baseUrl: application.baseUrl,
    allowInsecureHttp: application.allowInsecureHttp,
    timeoutMilliseconds,
    fetch: through,
    readAttempts: 1,
  });
  return {
    async mint() {
      const connection = new ConnectionWatch(fetch);
      try {
        const { appid, secret } = application;
        const issued = await requestTeamToken(platform(connection.fetch), { appid, secret });
        return { outcome: "minted", ...issued };
      } catch (error) {
        return failedMint(error, connection.wasNeverMade);
      }
    },
    async probe(accessToken) {
      const { appid, probePath: path } = application;
      try {
        // Thousands of reports at once may keep this process from its own connection for longer than that is waited for.
        await call(
          { ...platform(fetch), readAttempts: probeAttempts },
          { appid, accessToken, path, query: { page: 1, per_page: 1 } },
        );
        return "alive";
      } catch (error) {
        return probeResultOf(error);
      }
    },
  };
}

/** Tells a request that cannot have arrived from one that may have. */
class ConnectionWatch {
  wasNeverMade = false;
  readonly fetch: Fetch;

  constructor(through: Fetch) {
    this.fetch = async (url, init) => {
      try {
        return await through(url, init);
      } catch (error) {
        this.wasNeverMade = neverConnected.has(codeOf(error));
        throw error;
      }
    };
  }
}

function failedMint(error: unknown, wasNeverSent: boolean): MintResult {
  const { type, retryAfterSeconds } = platformErrorOf(error);
  const refused = refusals.get(type);
  const details = { detail: `the platform's response to a token request: ${type}`, retryAfterSeconds };
  if (refused !== undefined) return { outcome: "declined", error: new HubError(refused, details) };
  const failure = new HubError(type === "timeout" ? "upstream_timeout" : "upstream_unavailable", details);
  return { outcome: wasNeverSent ? "declined" : "lost", error: failure };
}

/** Only what a platform says after it has looked at the token tells anything of it. */
function probeResultOf(error: unknown): ProbeResult {
  const { type } = platformErrorOf(error);
  if (type === "invalid_token") return "dead";
  return type === "not_found" || type === "claim_error" ? "alive" : "unknown";
}

function platformErrorOf(error: unknown): SurveyPlatformError {
  if (error instanceof SurveyPlatformError) return error;
  return new SurveyPlatformError("network_error");
}

/** A system's code, from the error itself or from what caused it. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "cause" in error ? codeOf(error.cause) : "";
}
