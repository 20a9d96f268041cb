import type { PageRoute } from "../session/page-route.ts";
import type { Store } from "../store/store.ts";
import { authorizedApplicationPages } from "./authorized-applications.tsx";

/** The pages on which users manage their own account. */
export function accountPages(store: Store): readonly PageRoute[] {
  return [...authorizedApplicationPages(store)];
}
