import { randomUUID } from "node:crypto";
import { toHubError, type HubError } from "../errors.ts";
import type { HubCall, Route } from "./endpoint.ts";
import type { RequestObserver } from "./request-observer.ts";

/** What is known of a call that is refused. */
type RefusedCall = Pick<HubCall, "method" | "address">;

/** Serves the calls of one kind of endpoint; each is observed. */
export class CallServer<Result> {
  readonly #observe: RequestObserver;
  readonly #respondTo: (error: HubError, requestId: string) => Result;

  /** @param respondTo the response to an error for which an endpoint has none of its own */
  constructor(observe: RequestObserver, respondTo: (error: HubError, requestId: string) => Result) {
    this.#observe = observe;
    this.#respondTo = respondTo;
  }

  /** Stays synchronous for what is: a promise costs as much as reading a token. */
  serve<Call extends HubCall>(endpoint: Route<Call, Result>, call: Call): Result | Promise<Result> {
    const startedAt = performance.now();
    try {
      const result = endpoint.handle(call);
      if (result instanceof Promise) return this.#serveLater(endpoint, call, { startedAt, result });
      this.#observeServed(endpoint, call, startedAt);
      return result;
    } catch (error) {
      return this.refuse(endpoint, call, error);
    }
  }

  async #serveLater<Call extends HubCall>(
    endpoint: Route<Call, Result>,
    call: Call,
    { startedAt, result }: { readonly startedAt: number; readonly result: Promise<Result> },
  ): Promise<Result> {
    try {
      const later = await result;
      this.#observeServed(endpoint, call, startedAt);
      return later;
    } catch (error) {
      return this.refuse(endpoint, call, error);
    }
  }

  #observeServed(
    { path: route }: Pick<Route<never, Result>, "path">,
    { method }: HubCall,
    startedAt: number,
  ) {
    const milliseconds = performance.now() - startedAt;
    this.#observe({ route, method, requestId: undefined, milliseconds, error: undefined });
  }

  refuse(
    { path: route, respondTo = this.#respondTo }: Pick<Route<never, Result>, "path" | "respondTo">,
    { method, address }: RefusedCall,
    thrown: unknown,
  ): Result {
    const error = toHubError(thrown);
    const requestId = randomUUID();
    this.#observe({ route, method, address, requestId, milliseconds: 0, error });
    return respondTo(error, requestId);
  }
}
