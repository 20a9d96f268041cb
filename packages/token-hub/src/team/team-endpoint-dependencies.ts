import type { CallerAuthenticator } from "../callers/caller.ts";
import type { TeamTokens } from "./team-tokens.ts";

/** What the endpoints for callers work with. */
export interface TeamEndpointDependencies {
  readonly hub: TeamTokens;
  readonly callers: CallerAuthenticator;
  /** Aborted when the hub begins to stop: ends open watches. */
  readonly closing?: AbortSignal | undefined;
}
