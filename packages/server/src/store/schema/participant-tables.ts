import type { Generated } from "kysely";

/** What is written to participants of surveys, who are in a table of the surveys. */
export interface ParticipantSchema {
  readonly survey_mailings: SurveyMailingsTable;
  readonly survey_thanks: SurveyThanksTable;
}

/** Surveys whose participants get a copy of their answer by mail. */
interface SurveyThanksTable {
  readonly survey_id: number;
  /** Of who switched it on; for participants whose language is not known. */
  readonly language: string;
  /** The serial of the answer up to which mails were written. */
  readonly seen_serial: number;
}

/** A mail to participants of a survey, written to the outbox some at a time. */
interface SurveyMailingsTable {
  readonly id: Generated<number>;
  readonly survey_id: number;
  /** Who sends it. */
  readonly user_id: number;
  /** 1 for those who were invited and have not answered, 0 for those who were not invited yet. */
  readonly is_reminder: 0 | 1;
  readonly subject: string;
  readonly body: string;
  /** Both in the languages of the survey, by tag, its own first, as JSON text; `{}` where there is one alone. */
  readonly translations: Generated<string>;
  /** Of who sends it; for participants whose language is not known. */
  readonly language: string;
  /** When it goes on; null when it is done or was stopped. */
  readonly due_at: number | null;
  /** The participant up to whom it was written. */
  readonly last_participant: Generated<number>;
  /** How many mails were written. */
  readonly queued: Generated<number>;
  readonly created_at: number;
}
