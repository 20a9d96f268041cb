import { SurveyPlatformError } from "./survey-platform-error.ts";

/** An answer of the platform, as far as this package relies on it. */
interface Envelope {
  readonly code: string;
  readonly error?: { readonly type?: unknown } | null;
  readonly data?: unknown;
  readonly request_id?: unknown;
}

/** An answer as it came in. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Who reads an answer. */
export interface Reader {
  /** Values that were sent and must not come out again, whatever the answer says. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
}

/**
 * The payload of an answer. Whether it is a refusal is told by the envelope, never by the HTTP status alone:
 * platforms answer refusals with 200 or with 4xx.
 *
 * @throws SurveyPlatformError the platform's refusal, or `unexpected_answer` for what is no envelope
 */
export function readEnvelope(answer: RawAnswer, reader: Reader): unknown {
  const { status } = answer;
  const retryAfterSeconds = readRetryAfter(answer.headers, reader.wallClock);
  const envelope = parseEnvelope(answer.text);
  const isWell = status >= 200 && status < 300;
  if (envelope === undefined || (envelope.code === "OK" && !isWell)) {
    const detail = `the answer is not one that the platform gives (HTTP ${status})`;
    throw new SurveyPlatformError("unexpected_answer", { status, retryAfterSeconds, detail });
  }
  const type = envelope.error?.type;
  if (envelope.code === "OK" && (type === "" || type === undefined)) return envelope.data;
  const word = (text: unknown): string | undefined => wordOf(text, reader.secrets);
  throw new SurveyPlatformError(word(type) ?? "unknown_error", {
    code: word(envelope.code),
    requestId: word(envelope.request_id),
    parameter: word(answer.headers.get("x-error-parameter")),
    status,
    retryAfterSeconds,
  });
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
function wordOf(text: unknown, secrets: readonly string[]): string | undefined {
  if (typeof text !== "string" || !/^[\w.-]{1,64}$/.test(text)) return undefined;
  return secrets.some((secret) => secret !== "" && text.includes(secret)) ? undefined : text;
}

/** `Retry-After` in seconds, from either of its forms (RFC 9110, section 10.2.3). */
function readRetryAfter(headers: Headers, wallClock: () => number): number | undefined {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - wallClock()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
