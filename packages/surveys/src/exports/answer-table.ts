import type { PlatformZone } from "../model/platform-time.ts";
import type { ColumnNaming, ExportColumn } from "./export-column.ts";
import type { AnswerBatches } from "./exported-answer.ts";

/** What is exported: one row per answer. */
export interface AnswerTable {
  readonly columns: readonly ExportColumn[];
  /** Each time that it is iterated, it gives all answers: some formats say at their beginning what follows. */
  readonly answers: AnswerBatches;
  /** The zone in which times are written. */
  readonly zone: PlatformZone;
  /** What the columns are named by; default `ids`. */
  readonly naming?: ColumnNaming;
}
