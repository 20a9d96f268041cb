import type { Schema } from "../schema/schema.ts";

/** A column as the register names it; `*` stands for all columns of a table. */
type Column =
  | { [Table in keyof Schema]: `${Table}.${"*" | (keyof Schema[Table] & string)}` }[keyof Schema]
  // The request log may be in a database of its own.
  | `request_log_lines.${string}`;

/** One kind of personal data, and the columns that hold it. */
interface PersonalDataEntry {
  /** Names the texts about it. */
  readonly key: string;
  /** Whom it is about. */
  readonly about: "account" | "respondent";
  readonly columns: readonly [Column, ...Column[]];
}

/**
 * The register of what the platform keeps about people. The page `/privacy`, `docs/reference/personal-data.md` and `sop privacy` are made from it, and a
 * test compares it with the columns of the database.
 */
export const personalData = [
  { key: "profile", about: "account", columns: ["users.*", "user_pictures.*", "accounts.id"] },
  {
    key: "sessions",
    about: "account",
    columns: ["sessions.*", "devices.*", "pending_sign_ins.*", "password_links.*"],
  },
  {
    key: "factors",
    about: "account",
    columns: ["totp_secrets.*", "recovery_codes.*", "passkeys.*", "passkey_challenges.*"],
  },
  {
    key: "identities",
    about: "account",
    columns: ["linked_identities.*", "unlinked_identities.*", "provider_sign_ins.*"],
  },
  { key: "attempts", about: "account", columns: ["sign_in_delays.*", "rate_limits.*"] },
  { key: "confirmations", about: "account", columns: ["email_confirmations.*"] },
  {
    key: "mails",
    about: "account",
    columns: ["mails.user_id", "mails.participant_id", "mails.recipient", "mails.facts"],
  },
  { key: "refusals", about: "account", columns: ["mail_refusals.address_hash"] },
  { key: "watches", about: "account", columns: ["survey_watches.user_id"] },
  { key: "memberships", about: "account", columns: ["team_members.*", "contact_memberships.*"] },
  { key: "invitations", about: "account", columns: ["invitations.note", "invitations.created_by"] },
  {
    key: "consents",
    about: "account",
    columns: [
      "grants.*",
      "authorization_requests.*",
      "authorization_codes.*",
      "user_access_tokens.*",
      "refresh_tokens.*",
      "grant_surveys.*",
      "authorization_request_surveys.*",
      "device_codes.*",
    ],
  },
  { key: "agents", about: "account", columns: ["agent_requests.*"] },
  { key: "applications", about: "account", columns: ["applications.owner_id", "applications.contact"] },
  {
    key: "authors",
    about: "account",
    columns: [
      "surveys.creator_user_id",
      "surveys.owner_id",
      "survey_drafts.editor_user_id",
      "survey_draft_history.editor_user_id",
      "webhooks.user_id",
      "webhooks.account_id",
    ],
  },
  { key: "comments", about: "account", columns: ["survey_comments.author_id", "survey_comments.text"] },
  { key: "offers", about: "account", columns: ["survey_offers.*"] },
  { key: "shares", about: "account", columns: ["survey_shares.*"] },
  { key: "resultsLinks", about: "account", columns: ["results_links.created_by"] },
  { key: "answerSheets", about: "account", columns: ["answer_sheets.created_by"] },
  { key: "audit", about: "account", columns: ["audit_log.*"] },
  {
    key: "callers",
    about: "account",
    columns: ["request_log_lines.address", "team_token_issues.address"],
  },
  { key: "repeats", about: "account", columns: ["kept_responses.*"] },
  {
    key: "answers",
    about: "respondent",
    columns: [
      "answers.answer_values",
      "answers.language",
      "answers.custom_arguments",
      "answers.started_at",
      "answers.ended_at",
      "answers.changed_at",
      "answers.channel",
      "answers.ua",
      "answers.referrer",
      "answers.hash",
      "answers.consent_version",
    ],
  },
  {
    key: "responsible",
    about: "account",
    columns: ["survey_privacy.responsible", "survey_privacy.translations"],
  },
  { key: "anonymous", about: "respondent", columns: ["anonymous_answers.answers"] },
  {
    key: "names",
    about: "respondent",
    columns: ["answers.respondent_id", "answers.respondent_openid", "answers.respondent_nickname"],
  },
  { key: "addresses", about: "respondent", columns: ["answers.address", "webhook_deliveries.address"] },
  { key: "claims", about: "respondent", columns: ["answer_claims.*", "answers.once_key"] },
  {
    key: "participants",
    about: "respondent",
    columns: [
      "participants.known_by",
      "participants.email",
      "participants.phone",
      "participants.code",
      "participants.name",
      "participants.fields",
      "participants.end_at",
      "participants.mailed_at",
      "participants.opened_at",
      "participants.started_at",
      "participants.refused_at",
      "participants.bounced_at",
      "participants.bounce_status",
      "participants.address_hash",
      "participants.user_id",
    ],
  },
  {
    key: "mailings",
    about: "respondent",
    columns: [
      "survey_mailings.subject",
      "survey_mailings.body",
      "survey_mailings.translations",
      "survey_mailings.user_id",
    ],
  },
  { key: "files", about: "respondent", columns: ["answer_files.*"] },
  { key: "limits", about: "respondent", columns: ["address_answers.*"] },
  { key: "forms", about: "respondent", columns: ["answer_drafts.*"] },
  {
    key: "thirdParty",
    about: "respondent",
    columns: ["third_party_accounts.*", "login_codes.*", "respondent_sessions.*"],
  },
  {
    key: "events",
    about: "respondent",
    columns: ["webhook_deliveries.body", "webhook_deliveries.answer_id", "webhook_attempts.response"],
  },
  { key: "exports", about: "respondent", columns: ["survey_export_parts.content"] },
] as const satisfies readonly PersonalDataEntry[];

/** Names one kind of personal data. */
export type PersonalDataKey = (typeof personalData)[number]["key"];

type TableOf<Name extends string> = Name extends `${infer Table}.${string}` ? Table : never;

/** A table with personal data. */
export type PersonalTable = TableOf<(typeof personalData)[number]["columns"][number]>;

/** The tables of an entry, each once. */
export function tablesOfEntry({ columns }: Pick<PersonalDataEntry, "columns">): readonly PersonalTable[] {
  // The part before the point is the table, see `TableOf`.
  const tables = columns.map((column) => column.slice(0, column.indexOf(".")) as PersonalTable);
  return [...new Set(tables)];
}
