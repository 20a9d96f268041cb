import { isRefusal, type Refusal } from "./refusal.ts";
import type { Store } from "./store.ts";

/** Kinds of token as they are counted. */
type IssuedToken = "user_access" | "refresh" | "team_access";

/** The same store, which also counts every token that it has durably issued. */
export function countIssuedTokens(store: Store, count: (kind: IssuedToken) => void): Store {
  return {
    ...store,
    exchangeCode: async (exchange) => counted(await store.exchangeCode(exchange), "user_access", "refresh"),
    refreshAccessToken: async (refresh) => counted(await store.refreshAccessToken(refresh), "user_access"),
    issueTeamToken: async (request) => counted(await store.issueTeamToken(request), "team_access"),
  };

  function counted<Outcome extends object>(
    outcome: Outcome | Refusal,
    ...kinds: readonly IssuedToken[]
  ): Outcome | Refusal {
    if (!isRefusal(outcome)) for (const kind of kinds) count(kind);
    return outcome;
  }
}
