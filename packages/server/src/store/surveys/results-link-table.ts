import { surveyLock } from "@survey-open-platform/surveys";
import { hashToken } from "../../model/token.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { findSurveyForUser, type SurveyForUser } from "./survey-for-user-table.ts";
import { withdrawAddress, type WithdrawnAddress } from "./withdraw-address.ts";

/** What a link to results shows, and to whom. */
export interface ResultsLinkTerms {
  /** What its maker calls it; "" without a name. */
  readonly name: string;
  readonly questionIds: readonly string[];
  /** Whether it shows what was written, besides what was chosen. */
  readonly hasTexts: boolean;
  /** ms UTC; null for one that holds until it is withdrawn. */
  readonly expiresAt: number | null;
}

/** A link to be made. */
export interface NewResultsLink extends ResultsLinkTerms {
  readonly surveyId: number;
  /** The secret of its address. */
  readonly secret: string;
  /** "" for none. */
  readonly passwordHash: string;
  readonly userId: number;
  readonly actor: Actor;
}

/** Links that a survey may have at a time. */
export const mostResultsLinks = 50;

/** Makes a link to results. @returns false when the survey has {@link mostResultsLinks} */
export async function createResultsLink(
  transaction: StoreQueries,
  { surveyId, secret, passwordHash, userId, actor, ...terms }: NewResultsLink,
): Promise<boolean> {
  const { kysely } = transaction;
  const { count } = await kysely
    .selectFrom("results_links")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostResultsLinks) return false;
  const { id } = await kysely
    .insertInto("results_links")
    .values({
      survey_id: surveyId,
      link_hash: hashToken(secret),
      name: terms.name,
      question_ids: JSON.stringify(terms.questionIds),
      has_texts: terms.hasTexts ? 1 : 0,
      password_hash: passwordHash,
      created_by: userId,
      created_at: nowMs,
      expires_at: terms.expiresAt,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(transaction, {
    actor,
    action: "results_link.created",
    target: { kind: "survey", name: String(surveyId) },
    after: {
      link: id,
      questions: terms.questionIds,
      texts: terms.hasTexts,
      password: passwordHash !== "",
      expires_at: terms.expiresAt,
    },
  });
  return true;
}
createResultsLink.locks = ({ surveyId }: NewResultsLink) => [surveyLock(surveyId)];

/** A link as those see it who may withdraw it. Times are ms UTC. */
export interface ResultsLink extends ResultsLinkTerms {
  readonly id: number;
  readonly hasPassword: boolean;
  /** The nickname of the user who made it. */
  readonly maker: string;
  readonly createdAt: number;
}

/** The links to results of a survey that have not expired, the newest first. */
export async function listResultsLinks(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<readonly ResultsLink[]> {
  const rows = await validLinks(kysely)
    .innerJoin("users as u", "u.id", "l.created_by")
    .select("u.nickname as maker")
    .where("l.survey_id", "=", surveyId)
    .orderBy("l.id", "desc")
    .execute();
  return rows.map(({ passwordHash, userId: _user, surveyId: _survey, ...row }) => ({
    ...row,
    ...read(row),
    hasPassword: passwordHash !== "",
  }));
}

/** A link that was opened. */
export interface OpenedResultsLink extends ResultsLinkTerms {
  readonly id: number;
  readonly survey: SurveyForUser;
  /** "" for none. */
  readonly passwordHash: string;
}

/**
 * Finds the link of an address.
 *
 * @returns undefined when there is none, it has expired, its survey is gone or in the bin, or the user who made it may not edit the
 * survey any more
 */
export async function findResultsLink(
  queries: StoreQueries,
  secret: string,
): Promise<OpenedResultsLink | undefined> {
  const row = await validLinks(queries.kysely)
    .where("l.link_hash", "=", hashToken(secret))
    .executeTakeFirst();
  const survey = row && (await findSurveyForUser(queries, row));
  if (row === undefined || survey?.rights.has("edit") !== true) return undefined;
  return { ...read(row), id: row.id, survey, passwordHash: row.passwordHash };
}

function validLinks(kysely: StoreQueries["kysely"]) {
  return kysely
    .selectFrom("results_links as l")
    .select(["l.id", "l.name", "l.question_ids as questionIds", "l.has_texts as hasTexts"])
    .select(["l.survey_id as surveyId", "l.created_by as userId", "l.created_at as createdAt"])
    .select(["l.password_hash as passwordHash", "l.expires_at as expiresAt"])
    .where((eb) => eb.or([eb("l.expires_at", "is", null), eb("l.expires_at", ">", nowMs)]));
}

/** The columns that the terms are kept in. */
interface TermsRow {
  readonly name: string;
  readonly questionIds: string;
  readonly hasTexts: 0 | 1;
  readonly expiresAt: number | null;
}

function read({ name, questionIds, hasTexts, expiresAt }: TermsRow): ResultsLinkTerms {
  // Only lists of ids are stored there.
  return { name, questionIds: JSON.parse(questionIds) as string[], hasTexts: hasTexts === 1, expiresAt };
}

/** Withdraws a link: it opens nothing from then on. @returns false when there is none */
export function withdrawResultsLink(
  transaction: StoreQueries,
  withdrawn: WithdrawnAddress,
): Promise<boolean> {
  return withdrawAddress(transaction, "results_links", withdrawn);
}
