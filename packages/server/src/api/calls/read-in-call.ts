import type { Store } from "../../store/store.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";

/** Runs steps that read, for a call that goes on when they are done. */
export function readInCall<Result>(store: Store, steps: () => StoreSteps<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  store.read({ steps, succeed: resolve, fail: reject });
  return promise;
}
