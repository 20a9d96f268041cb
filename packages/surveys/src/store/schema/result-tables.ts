/** What is computed and written out of many answers. */
export interface ResultTables {
  readonly survey_tallies: SurveyTalliesTable;
  readonly survey_exports: SurveyExportsTable;
  readonly survey_export_parts: SurveyExportPartsTable;
}

/**
 * How often each cell of each question was chosen, per version and hour. Each answer is also counted in the hour
 * `allTime`, so that results without a filter read few rows.
 */
interface SurveyTalliesTable {
  readonly survey_id: number;
  /** "" for the facts about whole answers. */
  readonly question_id: string;
  /** Hours since 1970 in which the answers ended; -1 for all time. */
  readonly hour: number;
  readonly version: number;
  /** What is counted, such as an option's id. */
  readonly cell: string;
  /** Part of the sum: the node that counted. */
  readonly shard: number;
  readonly n: number;
}

/** Exports of many answers, which are written in the background and kept for a day. */
interface SurveyExportsTable {
  readonly id: string;
  readonly survey_id: number;
  readonly format: string;
  /** The greatest serial that is exported. */
  readonly up_to: number;
  /** `working`, `ready`, `failed`, or `outdated` once an answer or a respondent in it was deleted. */
  readonly state: string;
  readonly parts: number;
  readonly bytes: number;
  readonly created_at: number;
  /** When the process that writes it last said so. */
  readonly touched_at: number;
  readonly expires_at: number;
}

/** The content of exports, in parts of some hundred kilobytes. */
interface SurveyExportPartsTable {
  readonly export_id: string;
  /** From 1. */
  readonly part: number;
  readonly content: Uint8Array;
}
