import type { Generated } from "kysely";

/** Who is invited to surveys. */
export interface ParticipantSchema {
  readonly participants: ParticipantsTable;
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

/** Who is invited to a survey, each by a link of their own. */
interface ParticipantsTable {
  readonly id: Generated<number>;
  readonly survey_id: number;
  /** What names them once in a survey: the address in small letters, the telephone number or the code. */
  readonly known_by: string;
  /** Random; the link is made of it and of a key of the installation. */
  readonly nonce: string;
  /** Of the link, by which it is found. */
  readonly link_hash: string;
  /** The contact of the team that they are, whose own address mails go to; null for others. */
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
