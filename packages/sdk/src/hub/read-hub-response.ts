import { wallClockNow } from "../platform.ts";
import { readRetryAfter, sentenceOf, unexpected, wordOf, type RawResponse } from "../read-envelope.ts";
import { readFields, type Fields } from "../read-fields.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import type { HubClient } from "./hub-client.ts";

/**
 * The fields of a hub's own response, which is JSON without an envelope.
 *
 * @throws SurveyPlatformError the hub's refusal, or `unexpected_response`
 */
export function readHubResponse(response: RawResponse, client: HubClient): Fields {
  const read = parse(response.text);
  if (response.isOk && read !== undefined) return readFields(read);
  const retryAfterSeconds = readRetryAfter(response.headers, () => wallClockNow(client.platform));
  const type = response.isOk ? undefined : wordOf(errorOf(read).optionalText("type"), client.secrets);
  if (type === undefined) throw unexpected(response, retryAfterSeconds);
  const detail = sentenceOf(errorOf(read).optionalText("message"), client.secrets);
  throw new SurveyPlatformError(type, { status: response.status, retryAfterSeconds, detail });
}

function errorOf(read: unknown): Fields {
  const hasError = typeof read === "object" && read !== null && "error" in read;
  return readFields(hasError ? read.error : undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the response, which may hold a token.
    return undefined;
  }
}
