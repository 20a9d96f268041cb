import { MockRefusal } from "./mock-refusal.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

/** A call beside those of surveys and answers. */
export interface MockRoute {
  readonly method: "GET" | "POST" | "DELETE";
  /** `*` stands for any part, which `handle` gets. */
  readonly path: string;
  readonly handle: (request: WriteRequest, parts: readonly string[]) => unknown;
}

/** An id in a path. @throws MockRefusal `invalid_argument` */
export function mockIdOf(text: string, parameter: string): number {
  if (!/^(0|[1-9]\d{0,15})$/.test(text) || !Number.isSafeInteger(Number(text)))
    throw new MockRefusal("invalid_argument", { parameter });
  return Number(text);
}
