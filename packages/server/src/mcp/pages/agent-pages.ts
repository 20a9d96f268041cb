import type { PageRoute } from "../../session/page-route.ts";
import type { Store } from "../../store/store.ts";
import { confirmingRequests } from "./confirm.tsx";
import { allowingMore } from "./more.tsx";

/** The pages that agents send their person to. */
export function agentPages(store: Store): readonly PageRoute[] {
  return [...confirmingRequests(store), ...allowingMore(store)];
}
