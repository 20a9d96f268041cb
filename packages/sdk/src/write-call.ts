import type { DataCaller } from "./data-caller.ts";
import type { WaitOptions } from "./token-source/token-source.ts";

/** How a call that changes something is made. */
export interface WriteOptions extends WaitOptions {
  /**
   * Names the call for 24 hours: sent again with the same key it changes nothing and returns the same. A new one is made
   * for each call unless given; give one of your own to repeat a call after a restart of your program.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Makes a call that changes something. It is sent again when no response arrives, which the key makes safe. */
export function writeCall<Data>(
  caller: DataCaller,
  path: string,
  body: unknown,
  { signal, idempotencyKey = globalThis.crypto.randomUUID() }: WriteOptions = {},
): Promise<Data> {
  return caller.call<Data>(path, { method: "POST", body, signal, idempotencyKey });
}

/** Makes a call that deletes something, in the same way. */
export function deleteCall<Data>(
  caller: DataCaller,
  path: string,
  { signal, idempotencyKey = globalThis.crypto.randomUUID() }: WriteOptions = {},
): Promise<Data> {
  return caller.call<Data>(path, { method: "DELETE", signal, idempotencyKey });
}
