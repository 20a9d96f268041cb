import type { Generated } from "kysely";

/** Surveys, their versions and drafts, and what belongs to them. */
export interface SurveyTables {
  readonly surveys: SurveysTable;
  readonly survey_labels: SurveyLabelsTable;
  readonly survey_versions: SurveyVersionsTable;
  readonly survey_drafts: SurveyDraftsTable;
  readonly survey_draft_history: SurveyDraftHistoryTable;
  readonly survey_imports: SurveyImportsTable;
  readonly survey_pictures: SurveyPicturesTable;
  readonly survey_look_defaults: SurveyLookDefaultsTable;
}

/**
 * Surveys. Texts, `scene`, `pages` and the counts of pages and questions are those of the newest published version, or of
 * the draft as long as there is none.
 */
interface SurveysTable {
  readonly id: Generated<number>;
  /** The name by which a declarative file knows the survey. */
  readonly declared_key: string | null;
  readonly hash: string;
  readonly owner_id: number;
  readonly creator_user_id: number;
  /** The newest published version; 0 as long as there is none. */
  readonly version: Generated<number>;
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
  /** Answers that are there, without deleted ones. */
  readonly answer_count: number;
  /** The serial of the newest answer, deleted ones included: a serial is never given twice. */
  readonly answer_serial: Generated<number>;
  /** The most answers; null for no limit. */
  readonly answer_limit: Generated<number | null>;
  /** `none`, `browser` or `person`: who may answer only once. */
  readonly once: Generated<string>;
  /** The most answers from one address in a day; null for no limit. */
  readonly address_limit: Generated<number | null>;
  /** For how many days the addresses of answers are kept. */
  readonly address_days: Generated<number>;
  /** Of the password that respondents have to give; "" for none. */
  readonly password_hash: Generated<string>;
  /** A list of `CustomArgument` as JSON text. */
  readonly custom_arguments: Generated<string>;
  /** Origins of the websites that may show the survey in a frame, separated by spaces. */
  readonly embed_origins: Generated<string>;
  readonly redirect_url: string;
  readonly login_check: 0 | 1;
  /** 1 when only respondents on the list of the survey may answer. */
  readonly only_listed: Generated<0 | 1>;
  /** 1 when only participants may answer, each by their own link or signed in. */
  readonly only_participants: Generated<0 | 1>;
  /** When the links of participants end that have no end of their own; null for never. */
  readonly links_end_at: number | null;
  /** 1 when nothing says who of the participants gave which answer. It is not changed once somebody has answered. */
  readonly anonymous: Generated<0 | 1>;
  readonly is_allow_update_answer: 0 | 1;
  readonly started_at: number | null;
  readonly end_at: number | null;
  /** Active webhooks of the survey itself, so that one without any pays for none; those of its owner are counted where answers are written. */
  readonly answer_webhooks: Generated<number>;
  /** When it was put into the bin; null for one that is not there. What is in the bin is treated as if it did not exist. */
  readonly binned_at: Generated<number | null>;
  /** Its name in a declarative file, as long as it is in the bin; the name is free for another survey. */
  readonly binned_key: Generated<string | null>;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Words by which an owner groups surveys. */
interface SurveyLabelsTable {
  readonly survey_id: number;
  readonly label: string;
}

/** What was published. Versions never change. */
interface SurveyVersionsTable {
  readonly survey_id: number;
  /** From 1 without gaps. */
  readonly version: number;
  /** A `SurveyDefinition` as JSON text. */
  readonly definition: string;
  readonly published_at: number;
}

/** What the next version will be, one per survey. */
interface SurveyDraftsTable {
  readonly survey_id: number;
  /** A `SurveyDefinition` as JSON text. */
  readonly definition: string;
  /** Grows by one with each change, so that an editor notices that another one has saved. */
  readonly revision: number;
  readonly edited_at: number;
  /** The earlier revision that it is the same as, where undoing made it; null otherwise. */
  readonly restored: Generated<number | null>;
  /** Who made it; 0 for a program, an account that is gone, and what is older than this column. */
  readonly editor_user_id: Generated<number>;
}

/**
 * The last 50 revisions of each draft before the present one, for undoing a change and for saying what another editor
 * changed; they never change.
 */
interface SurveyDraftHistoryTable {
  readonly survey_id: number;
  readonly revision: number;
  /** A `SurveyDefinition` as JSON text. */
  readonly definition: string;
  /** The earlier revision that it is the same as, where undoing made it; null otherwise. */
  readonly restored: Generated<number | null>;
  /** Who made it; 0 for a program, an account that is gone, and what is older than this column. */
  readonly editor_user_id: Generated<number>;
}

/** What surveys were imported from, and what of it is not as it was: kept as long as the survey. */
interface SurveyImportsTable {
  readonly survey_id: number;
  /** The system whose file it was. */
  readonly source: string;
  readonly file_name: string;
  /** A list of `ImportLoss` as JSON text. */
  readonly losses: string;
  /** How many losses there were; `losses` has at most the first thousand. */
  readonly loss_count: number;
}

/** Pictures that authors gave their surveys, as pages show them. They never change; one belongs to each survey that shows it. */
interface SurveyPicturesTable {
  readonly survey_id: number;
  /** The beginning of the SHA-256 hash of the content, in hex. */
  readonly id: string;
  /** A WebP file that the platform has written. */
  readonly content: Uint8Array;
}

/** The look with which new surveys of an account begin. */
interface SurveyLookDefaultsTable {
  readonly owner_id: number;
  /** A `SurveyTheme` as JSON text. */
  readonly theme: string;
}
