import type { Generated } from "kysely";

/**
 * The tables of surveys, column by column. Times are integer milliseconds UTC, and truth values are 0 or 1. The accounts
 * and users that columns refer to are tables of the platform.
 */
export interface SurveySchema {
  readonly surveys: SurveysTable;
  readonly survey_versions: SurveyVersionsTable;
  readonly survey_drafts: SurveyDraftsTable;
}

interface SurveysTable {
  readonly id: Generated<number>;
  /** The name by which a declarative file knows the survey. */
  readonly declared_key: string | null;
  readonly hash: string;
  readonly owner_id: number;
  readonly creator_user_id: number;
  /** The newest published version; 0 as long as there is none. */
  readonly version: Generated<number>;
  /** From here to `question_count`: the newest published version, or the draft as long as there is none. */
  readonly title: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly scene: number;
  /** The pages in their wire form, as JSON text. */
  readonly pages: string;
  readonly page_count: number;
  readonly question_count: number;
  readonly state: number;
  readonly template_id: number;
  readonly answer_count: number;
  readonly redirect_url: string;
  readonly login_check: 0 | 1;
  readonly is_allow_update_answer: 0 | 1;
  readonly started_at: number | null;
  readonly end_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Versions never change. */
interface SurveyVersionsTable {
  readonly survey_id: number;
  /** From 1 without gaps. */
  readonly version: number;
  /** A `SurveyDefinition` as JSON text. */
  readonly definition: string;
  readonly published_at: number;
}

/** One draft per survey. */
interface SurveyDraftsTable {
  readonly survey_id: number;
  /** A `SurveyDefinition` as JSON text. */
  readonly definition: string;
  /** Grows by one with each change, so that an editor notices that another one has saved. */
  readonly revision: number;
  readonly edited_at: number;
}
