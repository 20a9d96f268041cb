import { errorKinds, type PlatformError } from "../errors.ts";

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

/** The envelope of a refused or failed call: the error's type and nothing about its cause. */
export function errorEnvelope(error: PlatformError, requestId: string): string {
  // None of the three has a character that JSON escapes.
  const { code } = errorKinds[error.type];
  return `{"code":"${code}","error":{"type":"${error.type}"},"data":{},"request_id":"${requestId}"}`;
}
