import type { Generated } from "kysely";

/** Who works on a survey beside its owner. */
export interface SharingSchema {
  readonly survey_shares: SurveySharesTable;
  readonly survey_offers: SurveyOffersTable;
  readonly survey_comments: SurveyCommentsTable;
}

/** With whom surveys are shared: a user, or a team with all of its members. */
interface SurveySharesTable {
  readonly survey_id: number;
  readonly account_id: number;
  /** 1 sees its results, 2 edits it too, 3 manages it: deletes answers, and shares it. */
  readonly role: 1 | 2 | 3;
  readonly created_at: number;
}

/** Surveys that their owners offer to hand over, each to one user. */
interface SurveyOffersTable {
  readonly survey_id: number;
  readonly user_id: number;
  /** Counts as long as this user may still hand the survey over. */
  readonly offered_by: number;
  /** As what the survey stays shared with that user, see `survey_shares`; 0 for not at all. */
  readonly keeps: 0 | 1 | 2 | 3;
  readonly created_at: number;
}

/** What people who work on a survey write about its questions and answers. Those about an answer are deleted with it. */
interface SurveyCommentsTable {
  readonly id: Generated<number>;
  readonly survey_id: number;
  /** "" for a comment about an answer. */
  readonly question_id: string;
  readonly answer_id: number | null;
  readonly author_id: number;
  readonly text: string;
  readonly created_at: number;
  /** Null for one that is open. */
  readonly resolved_at: number | null;
}
