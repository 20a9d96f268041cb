import type { Store } from "../../src/store/store.ts";
import type { StoreSteps } from "../../src/store/statements/queries.ts";

/** Runs the steps of a reading verb of the store, as a call of the API does. */
export function readSteps<Result>(store: Store, steps: StoreSteps<Result>): Promise<Result> {
  return new Promise((succeed, fail) => {
    store.read({ steps: () => steps, succeed, fail });
  });
}
