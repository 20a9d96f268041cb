import type { CallerAuthenticator } from "../callers/caller.ts";
import type { DeadTokenReports } from "./dead-token-reports.ts";
import type { TeamTokens } from "./team-tokens.ts";

/** What the endpoints for callers work with. */
export interface TeamEndpointDependencies {
  readonly hub: TeamTokens;
  readonly callers: CallerAuthenticator;
  readonly reports: DeadTokenReports;
  /** Ends what would otherwise hold a stopping hub up: lines that wait for news. */
  readonly closing?: AbortSignal | undefined;
}
