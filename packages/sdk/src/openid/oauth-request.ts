import { platformAddress } from "../platform-address.ts";
import { wallClockNow, type Platform } from "../platform.ts";
import { readRetryAfter, sentenceOf, unexpected, type RawResponse } from "../read-envelope.ts";
import { readFields, type Fields } from "../read-fields.ts";
import { fetchText, requestInit, timeoutOf, withReadAttempts, type SentRequest } from "../send-request.ts";
import type { ErrorType } from "../error-types.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import { withDeadline } from "../with-deadline.ts";

/** A request to one of the platform's OAuth addresses. */
export interface OauthRequest extends SentRequest {
  readonly path: "/oauth/token" | "/oauth/device" | "/oauth/userinfo";
  /** What was sent that no error may repeat. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Whether it may be sent again when the platform cannot be reached. */
  readonly isRepeatable: boolean;
}

/**
 * Sends a request and reads the fields of the response.
 *
 * @throws SurveyPlatformError with the type that the same refusal has in the platform's other calls
 */
export async function sendOauthRequest(platform: Platform, request: OauthRequest): Promise<Fields> {
  const address = platformAddress(platform, platform.authUrl ?? platform.baseUrl, request.path);
  const attempt = async () => {
    const response = await withDeadline(timeoutOf(platform), request.signal, (signal) =>
      fetchText(platform, address, requestInit(request, signal)),
    );
    return readResponse(platform, request, response);
  };
  return request.isRepeatable ? await withReadAttempts(platform, request.signal, attempt) : await attempt();
}

function readResponse(platform: Platform, { secrets }: OauthRequest, response: RawResponse): Fields {
  const content = parse(response.text);
  const retryAfterSeconds = readRetryAfter(response.headers, () => wallClockNow(platform));
  if (content === undefined) throw unexpected(response, retryAfterSeconds);
  const fields = readFields(content);
  if (response.isOk) return fields;
  const { status } = response;
  const detail = sentenceOf(fields.optionalText("error_description"), secrets);
  throw new SurveyPlatformError(typeOf(fields.optionalText("error"), status), {
    detail,
    status,
    retryAfterSeconds,
  });
}

function typeOf(error: string, status: number): ErrorType {
  if (status === 429) return "request_rate_limited";
  if (status === 503) return "storage_unavailable";
  if (status >= 500) return "internal_error";
  return sameTypes.find((type) => type === error) ?? "invalid_argument";
}

const sameTypes = [
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "invalid_token",
  // Of devices (RFC 8628, section 3.5).
  "authorization_pending",
  "slow_down",
  "access_denied",
  "expired_token",
] as const;

function parse(text: string): object | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    // The parser's own error quotes the response, which may hold a token.
    return undefined;
  }
}
