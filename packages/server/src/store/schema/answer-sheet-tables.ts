import type { Generated } from "kysely";

/** Answers that leave the platform by themselves. */
export interface AnswerSheetSchema {
  readonly answer_sheets: AnswerSheetsTable;
}

/** Secret addresses at which spreadsheets and statistics programs load all answers to a survey. */
interface AnswerSheetsTable {
  readonly id: Generated<number>;
  readonly survey_id: number;
  /** Of the secret in the address, which the platform does not keep. */
  readonly address_hash: string;
  /** Whether choices are numbers, and not the texts of their options. */
  readonly has_codes: 0 | 1;
  /** The user who made it. It gives nothing while this user may not edit the survey. */
  readonly created_by: number;
  readonly created_at: number;
}
