import type { Generated } from "kysely";

/**
 * The tables of surveys, column by column. Times are integer milliseconds UTC, and truth values are 0 or 1. The accounts
 * and users that columns refer to are tables of the platform.
 */
export interface SurveySchema {
  readonly surveys: SurveysTable;
  readonly survey_labels: SurveyLabelsTable;
  readonly survey_versions: SurveyVersionsTable;
  readonly survey_drafts: SurveyDraftsTable;
  readonly survey_draft_history: SurveyDraftHistoryTable;
  readonly survey_imports: SurveyImportsTable;
  readonly survey_pictures: SurveyPicturesTable;
  readonly survey_look_defaults: SurveyLookDefaultsTable;
  readonly answers: AnswersTable;
  readonly answer_changes: AnswerChangesTable;
  readonly answer_claims: AnswerClaimsTable;
  readonly address_answers: AddressAnswersTable;
  readonly respondent_access: RespondentAccessTable;
  readonly anonymous_answers: AnonymousAnswersTable;
  readonly answer_drafts: AnswerDraftsTable;
  readonly answer_files: AnswerFilesTable;
  readonly survey_tallies: SurveyTalliesTable;
  readonly survey_exports: SurveyExportsTable;
  readonly survey_export_parts: SurveyExportPartsTable;
  readonly webhooks: WebhooksTable;
  readonly webhook_deliveries: WebhookDeliveriesTable;
  readonly webhook_attempts: WebhookAttemptsTable;
  readonly webhook_sequences: WebhookSequencesTable;
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
  /** 1 when only participants, each by their own link, may answer. */
  readonly only_participants: Generated<0 | 1>;
  /** 1 when nothing says who of the participants gave which answer. It is not changed once somebody has answered. */
  readonly anonymous: Generated<0 | 1>;
  readonly is_allow_update_answer: 0 | 1;
  readonly started_at: number | null;
  readonly end_at: number | null;
  /** Active webhooks that get the events of its answers, so that a survey without any pays for none. */
  readonly answer_webhooks: Generated<number>;
  /** When it was put into the bin; null for one that is not there. What is in the bin is treated as if it did not exist. */
  readonly binned_at: Generated<number | null>;
  /** Its name in a declarative file, as long as it is in the bin; the name is free for another survey. */
  readonly binned_key: Generated<string | null>;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Who may answer a survey that has a list of respondents. */
interface RespondentAccessTable {
  readonly id: Generated<number>;
  readonly survey_id: number;
  readonly user_id: number;
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

/** The look with which new surveys of an account begin. */
interface SurveyLookDefaultsTable {
  readonly owner_id: number;
  /** A `SurveyTheme` as JSON text. */
  readonly theme: string;
}

/** Pictures that authors gave their surveys, as pages show them. They never change; one belongs to each survey that shows it. */
interface SurveyPicturesTable {
  readonly survey_id: number;
  /** The beginning of the SHA-256 hash of the content, in hex. */
  readonly id: string;
  /** A WebP file that the platform has written. */
  readonly content: Uint8Array;
}

/** Answers. On PostgreSQL the table has 32 parts by survey, `answers_part_00` to `answers_part_31`. */
interface AnswersTable {
  readonly survey_id: number;
  /** Serial per survey from 1. Each is given once, in order; that of a deleted answer is not given again, so it leaves a gap. */
  readonly answer_id: number;
  readonly hash: string;
  /** The version that was answered. */
  readonly version: number;
  /** 0 for a respondent who was not signed in. */
  readonly respondent_id: number;
  readonly respondent_openid: string;
  readonly respondent_nickname: string;
  readonly started_at: number;
  readonly ended_at: number;
  /** When the respondent last changed the answer; null when it is as it was sent. */
  readonly changed_at: number | null;
  /** How the respondent came to the survey, such as a link or a QR code. */
  readonly channel: string;
  /** Classes of the respondent's device and system, such as "phone/ios"; earlier ones are of the device alone. */
  readonly ua: string;
  readonly referrer: string;
  /** "" once it was kept as long as the survey says. */
  readonly address: string;
  /** When the address is to be emptied; null when there is none. */
  readonly address_until: number | null;
  /** The row of `answer_claims` that belongs to the answer; null when there is none. */
  readonly once_key: string | null;
  /** `CustomArgumentValues` as JSON text; "" for none. */
  readonly custom_arguments: string;
  /** `AnswerValues` as JSON text. */
  readonly answer_values: string;
  /** The language in which it was answered, as a BCP 47 tag; "" where the survey had one alone. */
  readonly language: Generated<string>;
  /** The version of the survey's text of consent that the respondent agreed to; 0 where there was none. */
  readonly consent_version: Generated<number>;
}

/** Which answers were changed or deleted after they were sent, for 90 days; the newest row of a survey stays longer. */
interface AnswerChangesTable {
  readonly survey_id: number;
  /** Counts the changes of a survey from 1, without gaps. */
  readonly change_id: number;
  readonly answer_id: number;
  /** 1 when it was deleted, 0 when it was changed. */
  readonly deleted: number;
  readonly changed_at: number;
}

/** Who has answered a survey that each may answer only once. */
interface AnswerClaimsTable {
  readonly survey_id: number;
  /** Names a person or a browser. */
  readonly once_key: string;
  /** The answer, where its respondent may change it; null otherwise. */
  readonly answer_id: Generated<number | null>;
}

/** Answers of the last 24 hours to surveys that limit how many come from one address. */
interface AddressAnswersTable {
  readonly survey_id: number;
  /** Of the IPv4 address or IPv6 /64. */
  readonly address_hash: string;
  readonly answer_id: number;
  readonly expires_at: number;
}

/** Answers to anonymous surveys that wait until there are enough others to be stored with. Results do not know them. */
interface AnonymousAnswersTable {
  readonly survey_id: number;
  /** The version that was answered. */
  readonly version: number;
  /** How many wait. */
  readonly waiting: number;
  /** A list of `AnswerValues` as JSON text, in an order that is drawn each time one is added. */
  readonly answers: string;
}

/** Half-filled forms, for 14 days. No result of a question counts them. */
interface AnswerDraftsTable {
  /** Of the key in the respondent's browser. */
  readonly hash: string;
  readonly survey_id: number;
  readonly version: number;
  /** `AnswerValues` as JSON text; of an anonymous survey a text that only the browser of the respondent opens. */
  readonly answer_values: string;
  /** `CustomArgumentValues` as JSON text; "" for none. */
  readonly custom_arguments: string;
  /** The page that the respondent was on. */
  readonly page_id: string;
  readonly started_at: number;
  readonly saved_at: number;
  readonly expires_at: number;
  /** Of the texts in the row. */
  readonly bytes: number;
}

/**
 * Files that were sent with answers; their content is in the folder of uploads. One belongs to an answer, or to a half-
 * filled form, or to nothing: then it has no survey, and is deleted.
 */
interface AnswerFilesTable {
  readonly id: string;
  readonly survey_id: number | null;
  readonly answer_id: number | null;
  /** Of the half-filled form. */
  readonly draft_hash: string | null;
  readonly name: string;
  readonly bytes: number;
  readonly created_at: number;
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

/** Addresses that get events. A webhook belongs to a survey, whose answers it gets, or to an account, whose surveys it gets. */
interface WebhooksTable {
  readonly id: Generated<number>;
  readonly survey_id: number | null;
  /** A user or a team. */
  readonly account_id: number | null;
  /** Who created it on a page; 0 for one that was created by a call. */
  readonly user_id: number;
  /** The grant of the application that sent its address, or switched it on, with a user's token; null for everything else. */
  readonly grant_id: Generated<number | null>;
  readonly url: string;
  /** Host and port of the address: what the deliveries at the same time are counted by. */
  readonly receiver: string;
  /** Signs the events, so it is kept as it is: `whsec_` and base64. */
  readonly secret: string;
  /** The secret before; signs as well until `previous_until`. "" when there is none. */
  readonly previous_secret: Generated<string>;
  readonly previous_until: Generated<number>;
  readonly is_active: 0 | 1;
  /** Why the platform switched it off: `gone`, `failing` or `revoked`; "" when it did not. */
  readonly off_reason: Generated<string>;
  readonly off_at: Generated<number | null>;
  /** The first failure since the last success; null when the last attempt succeeded. */
  readonly failing_since: Generated<number | null>;
  /** Nothing is sent before this moment, because the receiver said so (`Retry-After`). */
  readonly paused_until: Generated<number>;
  /** Which process delivers to it at the moment; "" for none. */
  readonly lease: Generated<string>;
  readonly leased_until: Generated<number>;
  readonly created_at: number;
  readonly updated_at: number;
  /** Which events it gets, a bit for each kind; 0 for those of its kind of owner: answers of a survey, surveys of an account. */
  readonly listens: Generated<number>;
  /** Whether events of answers have the titles of survey and questions. */
  readonly titles: Generated<0 | 1>;
}

/**
 * The outbox: an event for a webhook. It is written in the transaction that made the event true, and kept as a log for 30
 * days.
 */
interface WebhookDeliveriesTable {
  readonly id: Generated<number>;
  readonly webhook_id: number;
  /** The same for all webhooks and all attempts. */
  readonly event_id: string;
  readonly survey_id: number;
  /** The serial of the answer that it is about, so that deleting the answer finds it; null for a survey or a test. */
  readonly answer_id: Generated<number | null>;
  /** Counts the events of the survey and object from 1 without gaps; 0 for a test. */
  readonly sequence: number;
  readonly object: string;
  readonly action: string;
  /** JSON text. The respondent's address is missing in it; of a deleted answer only ids are left. */
  readonly body: string;
  /** The respondent's address; "" when there is none, or once it was kept as long as the survey says. */
  readonly address: string;
  readonly address_until: number | null;
  /** `pending`, `delivered` or `failed`. */
  readonly state: string;
  /** Attempts since it was due first, or was sent again by a person. */
  readonly attempts: number;
  /** When the next attempt is due; null when none is. */
  readonly due_at: number | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Attempts to deliver an event; deleted with the event. */
interface WebhookAttemptsTable {
  readonly id: Generated<number>;
  readonly delivery_id: number;
  readonly webhook_id: number;
  readonly at: number;
  readonly milliseconds: number;
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Why it failed, such as `timeout`; "" when it succeeded. */
  readonly failure: string;
  /** The beginning of the response. */
  readonly response: string;
}

/** The newest sequence number per survey and object. */
interface WebhookSequencesTable {
  readonly survey_id: number;
  readonly object: string;
  readonly last: number;
}
