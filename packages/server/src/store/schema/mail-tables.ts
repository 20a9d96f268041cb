import type { Generated } from "kysely";
import type { MailKind } from "../../model/mail.ts";

/** What the platform writes to people. */
export interface MailSchema {
  readonly mails: MailsTable;
  readonly mail_server: MailServerTable;
  readonly mail_refusals: MailRefusalsTable;
  readonly email_confirmations: EmailConfirmationsTable;
  readonly survey_watches: SurveyWatchesTable;
}

/** The outbox: a mail is written in the transaction that causes it, and handed to the mail server under a lease. */
interface MailsTable {
  readonly id: Generated<number>;
  /** The part of the Message-ID before the @; the same for every attempt. */
  readonly message_id: string;
  readonly kind: MailKind;
  /** Null for a mail to somebody without an account. */
  readonly user_id: number | null;
  /** The participant of a survey whom it invites; null for other mails. */
  readonly participant_id: Generated<number | null>;
  /** "" for a mail whose receiver is looked up when it is due. */
  readonly recipient: string;
  readonly language: string;
  /** JSON of what it is about. Emptied when the mail is handed over or given up: it may hold the token of a link. */
  readonly facts: string;
  /** A `handing_over` mail whose lease has ended is handed over again, with the same Message-ID. */
  readonly state: "waiting" | "handing_over" | "accepted" | "failed";
  readonly attempts: number;
  /** Null once it is handed over or given up. */
  readonly due_at: number | null;
  /** The process that hands it over. */
  readonly lease: string;
  readonly leased_until: number;
  /** When it was handed over last; what the limit per minute counts. */
  readonly handed_at: number;
  /** What the mail server said last, or the status code with which the mail came back; "" when it took the mail. */
  readonly problem: string;
  readonly created_at: number;
  /** When it is given up. */
  readonly useless_at: number;
  readonly expires_at: number;
}

/** One row: the state of the mail server as the nodes found it. */
interface MailServerTable {
  readonly id: number;
  readonly paused_until: number;
  /** Refusals since the last mail that it took. */
  readonly failures: number;
  readonly problem: string;
  readonly problem_at: number;
  /** When a node may read the mailbox of mails that came back. */
  readonly bounces_due_at: Generated<number>;
}

/** Who wants no mails about what. The address is kept as a hash: it may be that of somebody without an account. */
interface MailRefusalsTable {
  readonly address_hash: string;
  readonly topic: string;
  readonly created_at: number;
}

/** Addresses that users entered and have not confirmed yet, one per user. */
interface EmailConfirmationsTable {
  readonly hash: string;
  readonly user_id: number;
  readonly address: string;
  readonly language: string;
  readonly expires_at: number;
}

/** Who hears of new answers to a survey, and how often. */
interface SurveyWatchesTable {
  readonly survey_id: number;
  readonly user_id: number;
  readonly frequency: "each" | "hourly" | "daily";
  /** Only answers with this choice, as the question's id and the cell with a space between; "" for all. */
  readonly condition: string;
  /** The serial of the newest answer that the user has heard of. */
  readonly seen_serial: number;
  readonly due_at: number;
  /** The end of the survey that the user has a mail about, ms UTC; 0 for none. */
  readonly end_told: Generated<number>;
  /** The limit of answers that the user has a mail about; 0 for none. */
  readonly limit_told: Generated<number>;
}
