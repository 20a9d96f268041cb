import { readFields } from "./read-fields.ts";
import { SurveyPlatformError, type ErrorProblem } from "./survey-platform-error.ts";

/** A response of the platform, as far as this package relies on it. */
interface Envelope {
  readonly code: string;
  readonly error?: {
    readonly type?: unknown;
    readonly message?: unknown;
    readonly problems?: unknown;
  } | null;
  readonly data?: unknown;
  readonly request_id?: unknown;
}

/** A response as it came in. */
export interface RawResponse {
  readonly status: number;
  /** Whether the status is one of success. */
  readonly isOk: boolean;
  readonly headers: Headers;
  readonly text: string;
}

/** Who reads a response. */
export interface Reader {
  /** Secrets that were sent; no error may repeat them, even if the response contains them. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/**
 * The payload of a response. The envelope says whether it is a refusal, never the HTTP status alone:
 * some platforms refuse with status 200, others with 4xx.
 *
 * @throws SurveyPlatformError the platform's refusal, or `unexpected_response` for what is no envelope
 */
export function readEnvelope(response: RawResponse, reader: Reader): unknown {
  const envelope = parseEnvelope(response.text);
  const isOk = envelope?.code === "OK";
  if (isOk && response.isOk && typeOf(envelope) === "") return envelope.data;
  const retryAfterSeconds = readRetryAfter(response.headers, reader.wallClock);
  if (envelope === undefined || (isOk && !response.isOk)) throw unexpected(response, retryAfterSeconds);
  throw refusal(envelope, response, { ...reader, retryAfterSeconds });
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
    detail: sentenceOf(envelope.error?.message, secrets),
    problems: problemsOf(envelope.error?.problems, secrets),
    status,
    retryAfterSeconds,
  });
}

/** What is thrown for a response of some other kind. */
export function unexpected(
  { status }: RawResponse,
  retryAfterSeconds: number | undefined,
): SurveyPlatformError {
  const detail = `the response is not one that the platform gives (HTTP ${status})`;
  return new SurveyPlatformError("unexpected_response", { status, retryAfterSeconds, detail });
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const isEnvelope = typeof parsed === "object" && parsed !== null && "code" in parsed;
    // What else there is in it is looked at field by field.
    return isEnvelope && typeof parsed.code === "string" ? (parsed as Envelope) : undefined;
  } catch {
    // The parser's own error quotes the response, which may hold a token.
    return undefined;
  }
}

/** A word of the response that may be shown: short, plain, and none of the secrets that were sent. */
export function wordOf(text: unknown, secrets: Reader["secrets"]): string | undefined {
  if (typeof text !== "string" || !/^[\w.-]{1,64}$/.test(text)) return undefined;
  return tells(text, secrets) ? undefined : text;
}

/** A sentence of the response that may be shown: not too long, on one line, and without the secrets that were sent. */
export function sentenceOf(text: unknown, secrets: Reader["secrets"]): string | undefined {
  if (typeof text !== "string" || !/^\P{C}{1,1000}$/u.test(text)) return undefined;
  return tells(text, secrets) ? undefined : text;
}

function tells(text: string, secrets: Reader["secrets"]): boolean {
  return Object.values(secrets).some((secret) => secret && text.includes(secret));
}

/** What of a list of problems has the form of one. */
function problemsOf(list: unknown, secrets: Reader["secrets"]): readonly ErrorProblem[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item) => {
    const fields = readFields(item);
    const parameter = wordOf(fields.optionalText("parameter"), secrets);
    const message = sentenceOf(fields.optionalText("message"), secrets);
    if (parameter === undefined || message === undefined) return [];
    return [{ parameter, line: fields.optionalNumber("line"), message }];
  });
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110, section 10.2.3). */
export function readRetryAfter(headers: Headers, wallClock: () => number): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - wallClock()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
