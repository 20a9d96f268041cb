import type { Generated } from "kysely";

/** The tables of the request log. Times are integer milliseconds UTC. */
export interface RequestLogSchema {
  readonly request_log_lines: RequestLogLinesTable;
  readonly request_usage: RequestUsageTable;
}

/** One call. Ids rise with time, so the oldest lines are those with the lowest ids. */
interface RequestLogLinesTable {
  readonly id: Generated<number>;
  readonly application_id: number;
  /** When the call ended. */
  readonly at: number;
  /** Hours since 1970; part of the index of request ids, so that new lines change few of its pages. */
  readonly hour: number;
  readonly route: string;
  /** "" for a call that was served. */
  readonly error_type: string;
  /** What was wrong with a refused call, in words; "" when it is the usual message of the type. */
  readonly message: string;
  readonly milliseconds: number;
  readonly address: string;
  readonly request_id: string;
}

/** Calls of one application in a quarter of an hour: every zone begins its days and hours with one. */
interface RequestUsageTable {
  readonly application_id: number;
  readonly started_at: number;
  readonly served: number;
  readonly refused: number;
  /** Calls of both kinds that have no line. */
  readonly without_line: number;
}
