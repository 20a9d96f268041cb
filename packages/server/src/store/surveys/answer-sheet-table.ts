import { surveyLock } from "@survey-open-platform/surveys";
import { hashToken } from "../../model/token.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { findSurveyForUser } from "./survey-for-user-table.ts";
import { withdrawAddress, type WithdrawnAddress } from "./withdraw-address.ts";

/** A sheet to be made. */
export interface NewAnswerSheet {
  readonly surveyId: number;
  /** The secret of its address. */
  readonly secret: string;
  /** Whether choices are numbers, and not the texts of their options. */
  readonly hasCodes: boolean;
  readonly userId: number;
  readonly actor: Actor;
}

/** Sheets that a survey may have at a time. */
export const mostAnswerSheets = 20;

/** Makes a sheet. @returns false when the survey has {@link mostAnswerSheets} */
export async function createAnswerSheet(
  transaction: StoreQueries,
  { surveyId, secret, hasCodes, userId, actor }: NewAnswerSheet,
): Promise<boolean> {
  const { kysely } = transaction;
  const { count } = await kysely
    .selectFrom("answer_sheets")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostAnswerSheets) return false;
  const { id } = await kysely
    .insertInto("answer_sheets")
    .values({
      survey_id: surveyId,
      address_hash: hashToken(secret),
      has_codes: hasCodes ? 1 : 0,
      created_by: userId,
      created_at: nowMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(transaction, {
    actor,
    action: "answer_sheet.created",
    target: { kind: "survey", name: String(surveyId) },
    after: { sheet: id, codes: hasCodes },
  });
  return true;
}
createAnswerSheet.locks = ({ surveyId }: NewAnswerSheet) => [surveyLock(surveyId)];

/** A sheet as those see it who may withdraw it. */
export interface AnswerSheet {
  readonly id: number;
  readonly hasCodes: boolean;
  /** The nickname of the user who made it. */
  readonly maker: string;
  /** ms UTC. */
  readonly createdAt: number;
}

/** The sheets of a survey, the newest first. */
export async function listAnswerSheets(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<readonly AnswerSheet[]> {
  const rows = await kysely
    .selectFrom("answer_sheets as s")
    .innerJoin("users as u", "u.id", "s.created_by")
    .select(["s.id", "s.has_codes as hasCodes", "u.nickname as maker", "s.created_at as createdAt"])
    .where("s.survey_id", "=", surveyId)
    .orderBy("s.id", "desc")
    .execute();
  return rows.map((row) => ({ ...row, hasCodes: row.hasCodes === 1 }));
}

/** A sheet that is read. */
export interface OpenedAnswerSheet {
  readonly id: number;
  readonly surveyId: number;
  readonly hasCodes: boolean;
}

/**
 * Finds the sheet of an address.
 *
 * @returns undefined when there is none, its survey is gone or in the bin, or the user who made it may not edit the survey any more
 */
export async function findAnswerSheet(
  queries: StoreQueries,
  secret: string,
): Promise<OpenedAnswerSheet | undefined> {
  const row = await queries.kysely
    .selectFrom("answer_sheets")
    .select(["id", "survey_id as surveyId", "created_by as userId", "has_codes as hasCodes"])
    .where("address_hash", "=", hashToken(secret))
    .executeTakeFirst();
  const survey = row && (await findSurveyForUser(queries, row));
  if (row === undefined || survey?.rights.has("edit") !== true) return undefined;
  return { id: row.id, surveyId: row.surveyId, hasCodes: row.hasCodes === 1 };
}

/** Withdraws a sheet: its address gives nothing from then on. @returns false when there is none */
export function withdrawAnswerSheet(
  transaction: StoreQueries,
  withdrawn: WithdrawnAddress,
): Promise<boolean> {
  return withdrawAddress(transaction, "answer_sheets", withdrawn);
}
