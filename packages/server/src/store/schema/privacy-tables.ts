import type { Generated } from "kysely";

/** What surveys say about the data of their respondents. */
export interface PrivacySchema {
  readonly survey_privacy: SurveyPrivacyTable;
  readonly survey_consents: SurveyConsentsTable;
}

/** Who is responsible for the answers to a survey, and how long they stay; no row where nothing was set. */
interface SurveyPrivacyTable {
  readonly survey_id: number;
  /** In words; "" where it is not said. */
  readonly responsible: string;
  readonly purpose: string;
  /** Both in languages of the survey, by their BCP 47 tags, as JSON text. */
  readonly translations: Generated<string>;
  /** After how many days an answer is deleted; null to keep it as long as the survey. */
  readonly answer_days: number | null;
  /** 1 when results go on counting answers that were deleted because their time was over. */
  readonly keeps_counts: 0 | 1;
  /** The newest text of consent, which respondents have to agree to; 0 for none. */
  readonly consent_version: number;
  /** When it was last looked whether the time of an answer is over. */
  readonly checked_at: number;
}

/** Texts that respondents agreed to, or have to. They never change. */
interface SurveyConsentsTable {
  readonly survey_id: number;
  /** From 1. */
  readonly version: number;
  readonly text: string;
  /** The same text in languages of the survey, by their BCP 47 tags, as JSON text. */
  readonly translations: Generated<string>;
  readonly created_at: number;
}
