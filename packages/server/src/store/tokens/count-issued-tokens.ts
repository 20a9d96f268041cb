import type { Store, TokenIssue } from "../store.ts";

/** The same store, which also counts every token that it has durably issued. */
export function countIssuedTokens(store: Store, count: (kind: TokenIssue["kinds"][number]) => void): Store {
  return {
    ...store,
    async issueTokens(issue, steps) {
      const issued = await store.issueTokens(issue, steps);
      // A device that has to wait got none.
      if (!("notIssued" in issued)) for (const kind of issue.kinds) count(kind);
      return issued;
    },
    async issueTestToken(token) {
      const result = await store.issueTestToken(token);
      if ("outcome" in result && result.outcome === "issued") count("user_access");
      return result;
    },
  };
}
