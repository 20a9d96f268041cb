import type { Generated } from "kysely";

/** What is kept about reading results, and about answers that leave the platform by themselves. */
export interface ResultsSchema {
  readonly results_links: ResultsLinksTable;
  readonly results_charts: ResultsChartsTable;
  readonly results_filters: ResultsFiltersTable;
  readonly results_reports: ResultsReportsTable;
  readonly answer_sheets: AnswerSheetsTable;
}

/** Links with which people without an account see some of the results of a survey. */
interface ResultsLinksTable {
  readonly id: Generated<number>;
  readonly survey_id: number;
  /** Of the secret in the link's address, which the platform does not keep. */
  readonly link_hash: string;
  /** What its maker calls it; "" without a name. */
  readonly name: string;
  /** The ids of the questions that it shows, as a JSON array. */
  readonly question_ids: string;
  /** Whether it shows what was written, besides what was chosen. */
  readonly has_texts: 0 | 1;
  /** "" for a link without a password. */
  readonly password_hash: string;
  /** The user who made it. It shows nothing while this user may not edit the survey. */
  readonly created_by: number;
  readonly created_at: number;
  /** Null for a link that holds until it is withdrawn. */
  readonly expires_at: number | null;
}

/** The chart that was chosen for a question, where it is not the usual one. */
interface ResultsChartsTable {
  readonly survey_id: number;
  readonly question_id: string;
  /** Such as `pie`; one that the question cannot have counts as none. */
  readonly kind: string;
}

/** Filters of results that are kept with a survey. */
interface ResultsFiltersTable {
  readonly id: Generated<number>;
  readonly survey_id: number;
  /** Each once in a survey. */
  readonly name: string;
  /** The filter as the query of an address. */
  readonly query: string;
}

/** What the report of a survey's results for paper has in it. */
interface ResultsReportsTable {
  readonly survey_id: number;
  /** Before the questions; "" for none. */
  readonly note: string;
  /** The ids of questions that are left out, as a JSON array. */
  readonly hidden_questions: string;
  /** What the author says about questions: pairs of id and text, as a JSON array. */
  readonly comments: string;
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
