import type { CallerDesk } from "../callers/caller.ts";
import type { ReportDesk } from "../callers/report-desk.ts";
import type { Hub } from "../hub.ts";

/** What the endpoints for callers work with. */
export interface CallerParts {
  readonly hub: Hub;
  readonly callers: CallerDesk;
  readonly reports: ReportDesk;
  /** Ends what would otherwise hold a stopping hub up: lines that wait for news. */
  readonly closing?: AbortSignal | undefined;
}

/** The body of requests that have none. */
export const noBody = new Uint8Array();
