import type { Generated } from "kysely";

/** Answers, and what is kept about those that are still being given. */
export interface AnswerTables {
  readonly answers: AnswersTable;
  readonly answer_changes: AnswerChangesTable;
  readonly answer_claims: AnswerClaimsTable;
  readonly address_answers: AddressAnswersTable;
  readonly participants: ParticipantsTable;
  readonly anonymous_answers: AnonymousAnswersTable;
  readonly answer_drafts: AnswerDraftsTable;
  readonly answer_files: AnswerFilesTable;
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

/** Who is invited to a survey, each by a link of their own. Those with an account may also answer where only people on the list may. */
interface ParticipantsTable {
  readonly id: Generated<number>;
  readonly survey_id: number;
  /** What names them once in a survey: the address in small letters, the telephone number or the code. */
  readonly known_by: string;
  /** Random; the link is made of it and of a key of the installation. */
  readonly nonce: string;
  /** Of the link, by which it is found. */
  readonly link_hash: string;
  /** The account that they are, a contact of the team or one of its application, whose own address mails go to; null for others. */
  readonly user_id: number | null;
  /** "" where there is none; the same holds for the fields below. */
  readonly email: string;
  readonly phone: string;
  readonly code: string;
  readonly name: string;
  /** BCP 47 tag of the language of their mails; "" for that of the mailing. */
  readonly language: string;
  /** Values of the author's own fields, by name, as JSON text. */
  readonly fields: string;
  /** When their link ends; null for that of the survey. */
  readonly end_at: number | null;
  /** How many mails were written to them. */
  readonly mails: Generated<number>;
  readonly mailed_at: number | null;
  /** When their link was first opened in a browser; null before. */
  readonly opened_at: number | null;
  /** When the first page was sent with their link; null before. */
  readonly started_at: number | null;
  /** When they refused to take part, or unsubscribed; null when they did not. */
  readonly refused_at: number | null;
  /** When a mail server said that their address takes no mail; null when none did. */
  readonly bounced_at: number | null;
  /** The status code with which it said so (RFC 3463); "" for none. */
  readonly bounce_status: Generated<string>;
  /** Of the address, by which those are found who unsubscribe; "" where there is none. */
  readonly address_hash: Generated<string>;
  readonly created_at: number;
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
