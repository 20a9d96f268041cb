import { SurveyPlatformError } from "./survey-platform-error.ts";

/** An answer of the platform, as far as this package relies on it. */
interface Envelope {
  readonly code: string;
  readonly error?: { readonly type?: unknown } | null;
  readonly data?: unknown;
  readonly request_id?: unknown;
}

/** An answer as it came in. */
export interface RawResponse {
  readonly status: number;
  /** Whether the status is one of success. */
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly text: string;
}

/** Who reads an answer. */
export interface Reader {
  /** Values that were sent and must not come out again, whatever the answer says. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/**
 * The payload of an answer. The envelope says whether it is a refusal, never the HTTP status alone:
 * platforms answer refusals with 200 or with 4xx.
 *
 * @throws SurveyPlatformError the platform's refusal, or `unexpected_response` for what is no envelope
 */
export function readEnvelope(answer: RawResponse, reader: Reader): unknown {
  const envelope = parseEnvelope(answer.text);
  const isOk = envelope?.code === "OK";
  if (isOk && answer.isOk && typeOf(envelope) === "") return envelope.data;
  const retryAfterSeconds = readRetryAfter(answer.headers, reader.wallClock);
  if (envelope === undefined || (isOk && !answer.isOk)) throw unexpected(answer, retryAfterSeconds);
  throw refusal(envelope, answer, { ...reader, retryAfterSeconds });
}

function typeOf({ error }: Envelope): unknown {
  return error?.type ?? "";
}

function refusal(
  envelope: Envelope,
  { status, headers }: RawResponse,
  { secrets, retryAfterSeconds }: Reader & { readonly retryAfterSeconds: number | undefined },
): SurveyPlatformError {
  const word = (text: unknown): string | undefined => wordOf(text, secrets);
  return new SurveyPlatformError(word(typeOf(envelope)) ?? "unknown_error", {
    code: word(envelope.code),
    requestId: word(envelope.request_id),
    parameter: word(headers.get("x-error-parameter")),
    status,
    retryAfterSeconds,
  });
}

/** What is thrown for an answer of some other kind. */
export function unexpected(
  { status }: RawResponse,
  retryAfterSeconds: number | undefined,
): SurveyPlatformError {
  const detail = `the answer is not one that the platform gives (HTTP ${status})`;
  return new SurveyPlatformError("unexpected_response", { status, retryAfterSeconds, detail });
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const isEnvelope = typeof parsed === "object" && parsed !== null && "code" in parsed;
    // What else there is in it is looked at field by field.
    return isEnvelope && typeof parsed.code === "string" ? (parsed as Envelope) : undefined;
  } catch {
    // The parser's own error quotes the answer, which may hold a token.
    return undefined;
  }
}

/** A word of the answer that may be shown: short, plain, and none of the secrets that were sent. */
export function wordOf(text: unknown, secrets: Reader["secrets"]): string | undefined {
  if (typeof text !== "string" || !/^[\w.-]{1,64}$/.test(text)) return undefined;
  const isTelling = Object.values(secrets).some((secret) => secret && text.includes(secret));
  return isTelling ? undefined : text;
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110, section 10.2.3). */
export function readRetryAfter(headers: Headers, wallClock: () => number): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - wallClock()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
