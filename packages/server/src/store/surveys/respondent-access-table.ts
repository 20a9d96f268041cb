/*
 * The list of a survey that programs keep is that of its participants, as far as they are accounts: those may answer by their link, or signed
 * in. See docs/adr/0103-one-list-of-people-for-a-survey.md.
 */

import { rowsOf } from "@survey-open-platform/database";
import type { Outbox } from "@survey-open-platform/surveys";
import { linksOfKey, participantLinkKey } from "../../model/participant.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { readInstallationKey } from "../installation/installation-key-table.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import { ownAccountsAmong } from "../people/third-party-account-table.ts";
import { insertParticipants } from "./add-participants.ts";
import { withdrawParticipants } from "./change-participant.ts";
import { accountsToInvite } from "./contacts-to-invite.ts";

/** Respondents whom an application puts on the list of a survey, or takes off it. */
export interface AccessChange {
  readonly surveyId: number;
  readonly applicationId: number;
  readonly respondentIds: readonly number[];
  readonly actor: Actor;
}

/**
 * Allows respondents to answer a survey. From the first of them on it is only for those listed, and stays so when the list
 * gets empty: what takes the last one off must not open the survey to everyone.
 *
 * @returns false when one of them is no account of the application; nothing is changed then
 */
export async function allowRespondents(
  transaction: StoreQueries,
  change: AccessChange,
  outbox: Outbox,
): Promise<boolean> {
  if (!(await areOwn(transaction, change))) return false;
  const { surveyId, respondentIds, actor } = change;
  await closeToOthers(transaction, surveyId, outbox);
  const linkOf = linksOfKey(await readInstallationKey(transaction, participantLinkKey));
  const accounts = await accountsToInvite(transaction, respondentIds);
  await insertParticipants(transaction, surveyId, accounts, linkOf);
  await recordChange(transaction, { surveyId, respondentIds, actor, action: "survey.respondents_allowed" });
  return true;
}

async function closeToOthers(transaction: StoreQueries, surveyId: number, outbox: Outbox): Promise<void> {
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("surveys")
    .set({ only_listed: 1, updated_at: nowMs })
    .where("binned_at", "is", null)
    .where("id", "=", surveyId)
    .where("only_listed", "=", 0)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await outbox.survey(transaction, { surveyId, action: "survey.updated", editorUserId: 0 });
}

/** Takes respondents off the list of a survey. @returns false as {@link allowRespondents} does */
export async function disallowRespondents(transaction: StoreQueries, change: AccessChange): Promise<boolean> {
  if (!(await areOwn(transaction, change))) return false;
  const { surveyId, respondentIds, actor } = change;
  const listed = await transaction.kysely
    .selectFrom("participants")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("user_id", "in", respondentIds)
    .execute();
  await withdrawParticipants(
    transaction,
    surveyId,
    listed.map(({ id }) => id),
  );
  await recordChange(transaction, {
    surveyId,
    respondentIds,
    actor,
    action: "survey.respondents_disallowed",
  });
  return true;
}

async function areOwn(
  transaction: StoreQueries,
  { applicationId, respondentIds }: AccessChange,
): Promise<boolean> {
  const own = await ownAccountsAmong(transaction, { applicationId, userIds: respondentIds });
  return respondentIds.every((id) => own.has(id));
}

async function recordChange(
  transaction: StoreQueries,
  {
    surveyId,
    respondentIds,
    actor,
    action,
  }: Omit<AccessChange, "applicationId"> & { readonly action: string },
): Promise<void> {
  const target = { kind: "survey", name: String(surveyId) } as const;
  await recordAudit(transaction, {
    actor,
    action,
    target,
    after: { respondents: respondentIds.map(String) },
  });
}

/** One page of the list of a survey. */
export interface AccessListRequest {
  readonly surveyId: number;
  /** The id that the page begins below; 0 for the newest. */
  readonly lastId: number;
  readonly limit: number;
}

/** An entry of the list of a survey. */
export interface AccessEntry {
  readonly id: number;
  readonly respondentId: number;
}

const pageOfList = prepare<Omit<AccessListRequest, "lastId"> & { readonly below: number }>()((db, param) =>
  db
    .selectFrom("participants")
    .select((eb) => ["id", eb.ref("user_id").$notNull().as("respondentId")] as const)
    .where("survey_id", "=", param("surveyId"))
    .where("user_id", "is not", null)
    .where("id", "<", param("below"))
    .orderBy("id", "desc")
    .limit(param("limit")),
);

/** The respondents on the list of a survey, the newest first. */
export function* listAccess({
  surveyId,
  lastId,
  limit,
}: AccessListRequest): StoreSteps<readonly AccessEntry[]> {
  const below = lastId === 0 ? Number.MAX_SAFE_INTEGER : lastId;
  return yield* rowsOf(pageOfList, { surveyId, below, limit });
}

/** How many respondents are on the list of a survey. */
export async function countListed({ kysely }: StoreQueries, surveyId: number): Promise<number> {
  const row = await kysely
    .selectFrom("participants")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("survey_id", "=", surveyId)
    .where("user_id", "is not", null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
