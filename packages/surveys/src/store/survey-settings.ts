import { createHash } from "node:crypto";
import type { PreparedQuery } from "@survey-open-platform/database";
import { type ExpressionBuilder, sql } from "kysely";
import type { CustomArgument } from "../model/custom-argument.ts";
import type { SurveyState } from "../model/survey.ts";
import { nowMs, prepare, type SurveyQueries } from "./queries.ts";
import type { SurveySchema } from "./schema/schema.ts";
import type { Outbox } from "./webhooks/outbox.ts";

const millisecondsPerDay = 24 * 3_600_000;

/** Who may answer a survey only once. */
export type OnceRule = "none" | "browser" | "person";

/** What applies to all versions of a survey. Times are ms UTC. */
export interface SurveySettings {
  readonly state: SurveyState;
  /** Start of the collecting window; null when not set. */
  readonly startedAt: number | null;
  /** End of the collecting window; null when not set. */
  readonly endAt: number | null;
  /** The most answers; null for no limit. */
  readonly answerLimit: number | null;
  readonly once: OnceRule;
  readonly requiresSignIn: boolean;
  /** Whether only respondents on the list of the survey may answer. */
  readonly onlyListed: boolean;
  /** Whether only participants may answer, each by their own link or signed in. */
  readonly onlyParticipants: boolean;
  /** When the links of participants end that have no end of their own; null for never. */
  readonly linksEndAt: number | null;
  /** Whether nothing is stored that says who of the participants gave which answer; then only participants may answer. */
  readonly isAnonymous: boolean;
  /** Whether respondents may change an answer that they gave. */
  readonly allowsAnswerUpdates: boolean;
  /** Where respondents are sent after their answer; "" for nowhere. */
  readonly redirectUrl: string;
  /** Of the password that respondents have to give; "" for none. */
  readonly passwordHash: string;
  /** The most answers from one address in a day; null for no limit. */
  readonly addressLimit: number | null;
  /** For how many days the addresses of answers are kept. */
  readonly addressDays: number;
  readonly customArguments: readonly CustomArgument[];
  /** Origins of the websites that may show the survey in a frame, such as `https://www.example.com`. */
  readonly embedOrigins: readonly string[];
}

/** Settings about to change; what is left out stays as it is. */
export interface SettingsChange {
  readonly surveyId: number;
  readonly settings: Partial<SurveySettings>;
  /** Who changes them; 0 or left out for a program or the operator. */
  readonly editorUserId?: number;
}

/** The columns that {@link settingsOf} reads. */
export function settingsSelection(columns: ExpressionBuilder<SurveySchema, "surveys">) {
  return [
    columns.ref("state").$castTo<SurveyState>().as("state"),
    columns.ref("once").$castTo<OnceRule>().as("once"),
    "started_at as startedAt",
    "end_at as endAt",
    "answer_limit as answerLimit",
    "login_check",
    "only_listed",
    "only_participants",
    "links_end_at as linksEndAt",
    "anonymous",
    "is_allow_update_answer",
    "redirect_url as redirectUrl",
    "password_hash as passwordHash",
    "address_limit as addressLimit",
    "address_days as addressDays",
    "custom_arguments",
    "embed_origins",
  ] as const;
}

const settingsOfSurvey = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("surveys")
    .select(settingsSelection)
    .where("id", "=", param("surveyId"))
    .where("binned_at", "is", null),
);

/** What {@link settingsSelection} finds. */
type SettingsRow =
  typeof settingsOfSurvey extends PreparedQuery<SurveySchema, never, infer Row> ? Row : never;

/** Settings as they are stored. */
export function settingsOf(row: SettingsRow): SurveySettings {
  return {
    state: row.state,
    once: row.once,
    startedAt: row.startedAt,
    endAt: row.endAt,
    answerLimit: row.answerLimit,
    redirectUrl: row.redirectUrl,
    passwordHash: row.passwordHash,
    addressLimit: row.addressLimit,
    addressDays: row.addressDays,
    requiresSignIn: row.login_check === 1,
    onlyListed: row.only_listed === 1,
    onlyParticipants: row.only_participants === 1,
    linksEndAt: row.linksEndAt,
    isAnonymous: row.anonymous === 1,
    allowsAnswerUpdates: row.is_allow_update_answer === 1,
    // Only custom arguments are stored there.
    customArguments: JSON.parse(row.custom_arguments) as readonly CustomArgument[],
    embedOrigins: row.embed_origins === "" ? [] : row.embed_origins.split(" "),
    ...(row.anonymous === 1 && rulesOfAnonymous),
  };
}

/** Participants answer an anonymous survey by their links, and nothing names them or finds their answer, whatever else is set. */
const rulesOfAnonymous = {
  onlyParticipants: true,
  once: "none",
  requiresSignIn: false,
  onlyListed: false,
  allowsAnswerUpdates: false,
  addressLimit: null,
} satisfies Partial<SurveySettings>;

/** Finds the settings of a survey. */
export async function findSettings(
  queries: SurveyQueries,
  surveyId: number,
): Promise<SurveySettings | undefined> {
  const [row] = await queries.run(settingsOfSurvey, { surveyId });
  return row && settingsOf(row);
}

/** A text that differs when the settings differ. The state is apart: it is changed by publishing and pausing. */
export function settingsRevision({ state: _state, ...settings }: SurveySettings): string {
  return createHash("sha256").update(JSON.stringify(settings)).digest("hex");
}

/** Changes settings of a survey. @returns false when there is no such survey */
export async function changeSettings(
  transaction: SurveyQueries,
  { surveyId, settings, editorUserId = 0 }: SettingsChange,
  outbox: Outbox,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("surveys")
    .set({ ...settingsColumns(settings), updated_at: nowMs })
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (settings.addressDays !== undefined) await keepAddressesFor(transaction, surveyId, settings.addressDays);
  await outbox.survey(transaction, { surveyId, action: "survey.updated", editorUserId });
  return true;
}

/** In the events of answers as well, which are created when the answers end, or later. */
async function keepAddressesFor({ kysely }: SurveyQueries, surveyId: number, days: number): Promise<void> {
  await kysely
    .updateTable("webhook_deliveries")
    .set({
      address_until: sql<number>`created_at + cast(${days} as bigint) * ${sql.lit(millisecondsPerDay)}`,
    })
    .where("survey_id", "=", surveyId)
    .where("address_until", "is not", null)
    .execute();
  await kysely
    .updateTable("answers")
    .set({ address_until: sql<number>`ended_at + cast(${days} as bigint) * ${sql.lit(millisecondsPerDay)}` })
    .where("survey_id", "=", surveyId)
    .where("address_until", "is not", null)
    .execute();
}

/** Kysely leaves columns alone that are undefined. */
function settingsColumns(settings: Partial<SurveySettings>) {
  const { requiresSignIn, onlyListed, onlyParticipants, allowsAnswerUpdates, customArguments } = settings;
  return {
    state: settings.state,
    started_at: settings.startedAt,
    end_at: settings.endAt,
    answer_limit: settings.answerLimit,
    once: settings.once,
    login_check: flag(requiresSignIn),
    only_listed: flag(onlyListed),
    only_participants: flag(onlyParticipants),
    links_end_at: settings.linksEndAt,
    anonymous: flag(settings.isAnonymous),
    is_allow_update_answer: flag(allowsAnswerUpdates),
    redirect_url: settings.redirectUrl,
    password_hash: settings.passwordHash,
    address_limit: settings.addressLimit,
    address_days: settings.addressDays,
    custom_arguments: customArguments && JSON.stringify(customArguments),
    embed_origins: settings.embedOrigins?.join(" "),
  };
}

function flag(value: boolean | undefined): 0 | 1 | undefined {
  if (value === undefined) return undefined;
  return value ? 1 : 0;
}
