import { personKeyOf } from "@survey-open-platform/surveys";
import { sql, type RawBuilder } from "kysely";
import { participantKey } from "../../model/participant.ts";
import { hashOfAddress } from "../mail/mail-refusal-table.ts";
import { containing } from "../statements/search-pattern.ts";
import type { Person } from "./find-person.ts";
import type { PersonalTable } from "./personal-data.ts";

type Condition = RawBuilder<boolean>;

/** Nothing can be there. */
const never: Condition = sql<boolean>`1 = 0`;

/** How the rows about a person are found in a table, or why they cannot be found there. */
export type RowsOfPerson =
  | { readonly where: (person: Person) => Condition }
  /** In words: no one can tell whose row it is, or it only repeats what another table has. */
  | { readonly unreachable: string };

/** Of every table with personal data: without one the compiler ends here. */
export const rowsOfPerson: Readonly<Record<PersonalTable, RowsOfPerson>> = {
  accounts: { where: ofUsers("id") },
  users: { where: ofUsers("id") },
  user_pictures: { where: ofUsers() },
  sessions: { where: ofUsers() },
  devices: { where: ofUsers() },
  pending_sign_ins: { where: ofUsers() },
  password_links: { where: any(ofUsers(), ofUsers("created_by")) },
  totp_secrets: { where: ofUsers() },
  recovery_codes: { where: ofUsers() },
  passkeys: { where: ofUsers() },
  passkey_challenges: { where: within("browser_hash", "sessions", ofUsers()) },
  linked_identities: { where: ofUsers() },
  unlinked_identities: { unreachable: "belongs to a browser that is not signed in; kept for 15 minutes" },
  provider_sign_ins: { unreachable: "belongs to a browser that is not signed in; kept for 15 minutes" },
  sign_in_delays: { unreachable: "has hashes alone; kept for a day" },
  rate_limits: { unreachable: "has hashes alone; kept for a day" },
  email_confirmations: { where: any(ofUsers(), ofAddresses("address")) },
  mails: {
    // What waits for a password link names its receiver only there.
    where: any(ofUsers(), ofAddresses("recipient"), ({ addresses }) => valueIn(["facts"], addresses)),
  },
  mail_refusals: { where: ({ addresses }) => among("address_hash", addresses.map(hashOfAddress)) },
  survey_watches: { where: ofUsers() },
  team_members: { where: ofUsers() },
  contact_memberships: { where: ofUsers() },
  invitations: {
    where: any(ofUsers("created_by"), ({ addresses }) => inWords("note", addresses)),
  },
  grants: { where: ofUsers() },
  authorization_requests: { where: ofUsers() },
  authorization_codes: { where: ofGrants },
  user_access_tokens: { where: ofGrants },
  refresh_tokens: { where: ofGrants },
  grant_surveys: { where: ofGrants },
  agent_requests: { where: ofGrants },
  authorization_request_surveys: { where: within("request_hash", "authorization_requests", ofUsers()) },
  device_codes: { where: within("code_hash", "authorization_codes", ofGrants) },
  applications: { where: ofUsers("owner_id") },
  surveys: { where: any(ofUsers("creator_user_id"), ofUsers("owner_id")) },
  survey_drafts: { where: ofUsers("editor_user_id") },
  survey_draft_history: { where: ofUsers("editor_user_id") },
  webhooks: { where: any(ofUsers(), ofUsers("account_id")) },
  survey_privacy: { unreachable: "says in the author's words who is responsible for a survey, to everyone" },
  survey_comments: { where: any(ofUsers("author_id"), ({ addresses }) => inWords("text", addresses)) },
  survey_offers: { where: any(ofUsers(), ofUsers("offered_by")) },
  survey_shares: { where: ofUsers("account_id") },
  results_links: { where: ofUsers("created_by") },
  answer_sheets: { where: ofUsers("created_by") },
  audit_log: {
    where: any(
      ofUsers("actor_id"),
      ({ users }) =>
        among(
          "actor",
          users.map(({ username }) => username),
        ),
      ({ users }) =>
        among(
          "target",
          users.map(({ username }) => username),
        ),
      ({ addresses, openids }) => valueIn(["before", "after"], [...addresses, ...openids.filter(isTelling)]),
    ),
  },
  request_log_lines: { unreachable: "has network addresses of programs, and no names; kept for 7 days" },
  team_token_issues: { unreachable: "has network addresses of programs, and no names" },
  kept_responses: {
    where: ({ addresses, openids }) => valueIn(["response"], [...addresses, ...openids.filter(isTelling)]),
  },
  answers: { where: isTheirAnswer },
  anonymous_answers: {
    unreachable: "no one can tell whose they are; kept until there are enough of them to be stored",
  },
  answer_claims: { where: any(ofAnswers, hasTheirKey, isTheirPersonalKey) },
  participants: {
    where: ({ participants }) =>
      among(
        "id",
        participants.map(({ id }) => id),
      ),
  },
  survey_mailings: { where: ofUsers() },
  answer_files: { where: ofAnswers },
  address_answers: { where: ofAnswers },
  answer_drafts: {
    unreachable:
      "belongs to a browser, and no names; kept for 14 days. Those that mention an address are listed",
  },
  third_party_accounts: { where: ofUsers() },
  login_codes: { where: ofUsers() },
  respondent_sessions: { where: ofUsers() },
  webhook_deliveries: { where: ofAnswers },
  webhook_attempts: { where: within("delivery_id", "webhook_deliveries", ofAnswers, "id") },
  survey_export_parts: {
    unreachable: "repeats answers, and ends when one of them is deleted; kept for a day",
  },
};

/** Whether an openid names one person alone: applications choose it, and a short one such as "7" may mean anything. */
export function isTelling(openid: string): boolean {
  return openid.length >= 8;
}

/** Whether nothing about a person can be in a table at all. */
export function isNever(condition: Condition): boolean {
  return condition === never;
}

/** What nothing can fulfil is left out, so that an index serves the rest. */
function any(...conditions: readonly ((person: Person) => Condition)[]) {
  return (person: Person): Condition => {
    const parts = conditions.map((condition) => condition(person)).filter((part) => part !== never);
    return parts.length === 0
      ? never
      : sql`(${sql.join(
          parts.map((part) => sql`(${part})`),
          sql` or `,
        )})`;
  };
}

function among(column: string, values: readonly (string | number)[]): Condition {
  return values.length === 0 ? never : sql`${sql.ref(column)} in (${sql.join(values)})`;
}

/** Whether JSON in one of the columns has one of the texts as a value, in large or small letters. */
function valueIn(columns: readonly string[], texts: readonly string[]): Condition {
  return anyLike(
    columns.map((column) => sql`lower(${sql.ref(column)})`),
    texts.map((text) => JSON.stringify(text)),
  );
}

/** Whether a text has one of the addresses as a word of its own. */
function inWords(column: string, addresses: readonly string[]): Condition {
  const words = addresses.flatMap((one) => [` ${one} `, `<${one}>`, `(${one})`, ` ${one},`, ` ${one};`]);
  return anyLike([sql`' ' || lower(${sql.ref(column)}) || ' '`], words);
}

function anyLike(columns: readonly RawBuilder<unknown>[], texts: readonly string[]): Condition {
  const parts = columns.flatMap((column) =>
    texts.map((text) => sql`${column} like ${containing(text.toLowerCase())} escape '\\'`),
  );
  return parts.length === 0 ? never : sql`(${sql.join(parts, sql` or `)})`;
}

/** Rows that refer to rows about the person in another table. */
function within(column: string, table: string, where: (person: Person) => Condition, key = "hash") {
  return (person: Person): Condition => {
    const isTheirs = where(person);
    if (isTheirs === never) return never;
    return sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(table)} where ${isTheirs})`;
  };
}

function ofUsers(column = "user_id") {
  return ({ users }: Person): Condition =>
    among(
      column,
      users.map(({ id }) => id),
    );
}

function ofAddresses(column: string) {
  return ({ addresses }: Person): Condition =>
    addresses.length === 0 ? never : sql`lower(${sql.ref(column)}) in (${sql.join(addresses)})`;
}

function ofGrants(person: Person): Condition {
  const isTheirs = ofUsers()(person);
  return isTheirs === never ? never : sql`grant_id in (select id from grants where ${isTheirs})`;
}

function ofAnswers(person: Person): Condition {
  const isTheirs = isTheirAnswer(person);
  if (isTheirs === never) return never;
  return sql`(survey_id, answer_id) in (select survey_id, answer_id from answers where ${isTheirs})`;
}

function isTheirAnswer(person: Person): Condition {
  return any(ofRespondents, ofOpenids, hasTheirKey)(person);
}

/** Answers that came in without an account. */
function ofOpenids({ openids }: Person): Condition {
  const isTheirs = among("respondent_openid", openids.filter(isTelling));
  return isTheirs === never ? never : sql`respondent_id = 0 and ${isTheirs}`;
}

function ofRespondents(person: Person): Condition {
  const isTheirs = ofUsers("respondent_id")(person);
  // The index of named answers has this condition.
  return isTheirs === never ? never : sql`respondent_id <> 0 and ${isTheirs}`;
}

/** Keys of participants stand in the rows of their surveys alone. */
function hasTheirKey({ participants }: Person): Condition {
  if (participants.length === 0) return never;
  const surveys = [...new Set(participants.map(({ surveyId }) => surveyId))];
  const keys = participants.map(({ id }) => participantKey(id));
  return sql`${among("survey_id", surveys)} and ${among("once_key", keys)}`;
}

function isTheirPersonalKey({ users }: Person): Condition {
  return among(
    "once_key",
    users.map(({ id }) => personKeyOf(id)),
  );
}
