import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import { exportPages } from "./export.tsx";

/** The pages on which results are read and exported. */
export function resultsPages(store: Store): readonly PageRoute[] {
  return exportPages(store);
}
