import { wallClockNow } from "../platform.ts";
import { readRetryAfter, unexpected, wordOf, type RawResponse } from "../read-envelope.ts";
import { readFields, type Fields } from "../read-fields.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import type { HubClient } from "./hub-client.ts";

/**
 * The fields of a hub's own answer, which is JSON without an envelope.
 *
 * @throws SurveyPlatformError the hub's refusal, or `unexpected_response`
 */
export function readHubResponse(answer: RawResponse, client: HubClient): Fields {
  const read = parse(answer.text);
  if (answer.isOk && read !== undefined) return readFields(read);
  const retryAfterSeconds = readRetryAfter(answer.headers, () => wallClockNow(client.platform));
  const type = answer.isOk ? undefined : wordOf(errorTypeOf(read), client.secrets);
  if (type === undefined) throw unexpected(answer, retryAfterSeconds);
  throw new SurveyPlatformError(type, { status: answer.status, retryAfterSeconds });
}

function errorTypeOf(read: unknown): string {
  const hasError = typeof read === "object" && read !== null && "error" in read;
  return readFields(hasError ? read.error : undefined).optionalText("type");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the answer, which may hold a token.
    return undefined;
  }
}
