import { fromBase64 } from "../encoding/base64url.ts";
import { wallClockNow, type Platform } from "../platform.ts";
import { readFields } from "../read-fields.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";

/** For how long clocks may differ. */
const leewayMilliseconds = 300_000;

/** What an ID token has to be made for. */
export interface ExpectedIdToken {
  readonly platform: Platform;
  readonly appid: string;
  /** Undefined where none was sent. */
  readonly nonce: string | undefined;
}

/** The issuer of the platform's ID tokens, which is also the `iss` of a callback (RFC 9207). */
export function issuerOf({ authUrl, baseUrl }: Platform): string {
  return new URL(authUrl ?? baseUrl).origin;
}

/**
 * The user's openid, from an ID token that came from the token endpoint. Its signature is not looked at: TLS shows that the platform sent
 * it (OpenID Connect Core, section 3.1.3.7).
 *
 * @throws SurveyPlatformError `unexpected_response` when it was made for somebody else
 */
export function readSubject(idToken: string, { platform, appid, nonce }: ExpectedIdToken): string {
  const claims = readFields(claimsIn(idToken));
  const isMeant =
    claims.text("iss") === issuerOf(platform) &&
    claims.text("aud") === appid &&
    claims.optionalText("nonce") === (nonce ?? "") &&
    claims.positiveNumber("exp") * 1000 > wallClockNow(platform) - leewayMilliseconds;
  if (isMeant) return claims.text("sub");
  throw new SurveyPlatformError("unexpected_response", {
    detail: "the ID token was made for another sign-in",
  });
}

function claimsIn(idToken: string): unknown {
  const bytes = fromBase64(idToken.split(".")[1] ?? "");
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new SurveyPlatformError("unexpected_response", { detail: "the ID token cannot be read" });
  }
}
