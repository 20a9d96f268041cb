import { errorKinds, type ErrorType, type PlatformError } from "../errors.ts";

/** JSON text of the payload of a call. */
export type JsonText = string & { readonly jsonText: unique symbol };

/** Marks a string as serialised JSON. */
export function jsonText(text: string): JsonText {
  // The brand exists for the type checker only.
  return text as JsonText;
}

const successStart = '{"code":"OK","error":{"type":""},"data":';

/**
 * The envelope of a successful call, joined as text: the payload is not parsed and serialized again.
 *
 * @param data JSON text
 */
export function successEnvelope(data: string, requestId: string): string {
  return `${successStart}${data},"request_id":"${requestId}"}`;
}

/**
 * The envelope of a long response, encoded at once. The responses of one turn are sent after its last read. Until then a
 * text that is put together of thousands of pieces would take several times the memory of its bytes, and be copied by
 * each collection of garbage.
 */
export function encodedEnvelope(data: JsonText, requestId: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(successEnvelope(data, requestId));
}

/**
 * The envelope of a refused or failed call: the error's type, what is wrong in words, and nothing about its cause. Most
 * errors have the message of their type, and its text is made once: programs that guess tokens are refused often.
 */
export function errorEnvelope(error: PlatformError, requestId: string): string {
  const { type, message, problems } = error;
  const start =
    message === errorKinds[type].says && problems === undefined ? usualStarts[type] : errorStart(error);
  return `${start}${requestId}"}`;
}

/** An envelope up to its request_id. */
function errorStart({ type, message, problems }: ErrorContent): string {
  const error = JSON.stringify({ type, message, problems });
  return `{"code":"${errorKinds[type].code}","error":${error},"data":{},"request_id":"`;
}

type ErrorContent = Pick<PlatformError, "type" | "message" | "problems">;

// The keys of the catalogue are the types.
const types = Object.keys(errorKinds) as readonly ErrorType[];

const usualStarts = Object.fromEntries(
  types.map((type) => [type, errorStart({ type, message: errorKinds[type].says, problems: undefined })]),
  // It has an entry for each type.
) as Readonly<Record<ErrorType, string>>;
