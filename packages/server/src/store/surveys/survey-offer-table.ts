import { surveyLock, type Outbox, type ShareRole } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { handOverSurvey } from "./hand-over-survey.ts";
import { findSurveyForUser } from "./survey-for-user-table.ts";
import { numberOfRole, shareRoleOf } from "./survey-share-table.ts";

/** For so many days an offer can be accepted. */
export const offerDays = 30;

/** A survey that is offered to a user. */
export interface SurveyOffer {
  readonly surveyId: number;
  readonly title: string;
  readonly answerCount: number;
  /** Who offers it. */
  readonly offeredBy: number;
  readonly offeredByName: string;
  /** Who may accept it. */
  readonly userId: number;
  readonly username: string;
  readonly ownerId: number;
  /** As what it stays shared with who offers it, by its number; 0 for not at all. */
  readonly keeps: number;
  /** ms UTC. */
  readonly createdAt: number;
}

function openOffers({ kysely }: StoreQueries) {
  return kysely
    .selectFrom("survey_offers as f")
    .innerJoin("surveys as s", "s.id", "f.survey_id")
    .innerJoin("users as b", "b.id", "f.offered_by")
    .innerJoin("users as u", "u.id", "f.user_id")
    .select(["s.id as surveyId", "s.title", "s.answer_count as answerCount", "s.owner_id as ownerId"])
    .select(["f.offered_by as offeredBy", "b.nickname as offeredByName", "f.user_id as userId"])
    .select(["u.username", "f.keeps", "f.created_at as createdAt"])
    .where("s.binned_at", "is", null)
    .where("f.created_at", ">", sql<number>`${nowMs} - ${sql.lit(offerDays * 86_400_000)}`);
}

/** Most offers that a page shows. */
const shownOffers = 20;

/** What is offered to a user, the newest first. An offer counts as long as who made it may still hand the survey over. */
export async function listOffersTo(queries: StoreQueries, userId: number): Promise<readonly SurveyOffer[]> {
  const offers = await openOffers(queries)
    .where("f.user_id", "=", userId)
    .orderBy("f.created_at", "desc")
    .limit(shownOffers)
    .execute();
  const valid: SurveyOffer[] = [];
  for (const offer of offers) if (await isStillOwners(queries, offer)) valid.push(offer);
  return valid;
}

async function isStillOwners(queries: StoreQueries, { surveyId, offeredBy }: SurveyOffer): Promise<boolean> {
  const survey = await findSurveyForUser(queries, { surveyId, userId: offeredBy });
  return survey?.rights.has("own") === true;
}

/** Finds the offer of a survey to a user. @returns undefined when there is none that counts */
export async function findOfferTo(
  queries: StoreQueries,
  { surveyId, userId }: { readonly surveyId: number; readonly userId: number },
): Promise<SurveyOffer | undefined> {
  const offer = await openOffers(queries)
    .where("f.survey_id", "=", surveyId)
    .where("f.user_id", "=", userId)
    .executeTakeFirst();
  return offer !== undefined && (await isStillOwners(queries, offer)) ? offer : undefined;
}

/** Finds what is offered of a survey, for those who own it. */
export function findOfferOf(queries: StoreQueries, surveyId: number): Promise<SurveyOffer | undefined> {
  return openOffers(queries).where("f.survey_id", "=", surveyId).executeTakeFirst();
}

/** An offer about to be made. */
export interface NewOffer {
  readonly surveyId: number;
  readonly title: string;
  readonly to: { readonly id: number; readonly username: string };
  readonly keeps: ShareRole | undefined;
  readonly actor: Actor & { readonly userId: number };
  /** The nickname of who makes it, for the mail. */
  readonly offeredBy: string;
}

/** Offers a survey to a user. An earlier offer of it ends. */
export async function offerSurvey(
  transaction: StoreQueries,
  { surveyId, title, to, keeps, actor, offeredBy }: NewOffer,
): Promise<void> {
  const { kysely } = transaction;
  await kysely.deleteFrom("survey_offers").where("survey_id", "=", surveyId).execute();
  await kysely
    .insertInto("survey_offers")
    .values({
      survey_id: surveyId,
      user_id: to.id,
      offered_by: actor.userId,
      keeps: keeps === undefined ? 0 : numberOfRole(keeps),
      created_at: nowMs,
    })
    .execute();
  await queueMail(
    transaction,
    { kind: "survey_offered", facts: { surveyId, title, offeredBy } },
    { userId: to.id },
  );
  await record(transaction, { surveyId, actor, action: "survey.offered", to: to.username });
}
offerSurvey.locks = ({ surveyId }: NewOffer) => [surveyLock(surveyId)];

/** The end of an offer without a hand-over. */
export interface OfferEnd {
  readonly surveyId: number;
  readonly actor: Actor;
  /** Whether the receiver declines it, or its maker withdraws it. */
  readonly isDeclined: boolean;
}

/** Ends the offer of a survey. @returns false when there is none */
export async function endOffer(
  transaction: StoreQueries,
  { surveyId, actor, isDeclined }: OfferEnd,
): Promise<boolean> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("survey_offers")
    .where("survey_id", "=", surveyId)
    .$if(isDeclined, (query) => query.where("user_id", "=", actor.userId ?? 0))
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  const action = isDeclined ? "survey.offer_declined" : "survey.offer_withdrawn";
  await record(transaction, { surveyId, actor, action });
  return true;
}
endOffer.locks = ({ surveyId }: OfferEnd) => [surveyLock(surveyId)];

/** A user who accepts a survey. */
export interface OfferAcceptance {
  readonly surveyId: number;
  readonly actor: Actor & { readonly userId: number };
  readonly outbox: Outbox;
}

/** Gives a survey to the user whom it is offered to, once. @returns false when there is no offer that counts */
export async function acceptOffer(
  transaction: StoreQueries,
  { surveyId, actor, outbox }: OfferAcceptance,
): Promise<boolean> {
  const offer = await findOfferTo(transaction, { surveyId, userId: actor.userId });
  if (offer === undefined) return false;
  const { ownerId: from, userId: to, username: name, offeredBy: userId, keeps } = offer;
  const keeping = { userId, keeps: shareRoleOf(keeps) };
  return handOverSurvey(transaction, { surveyId, from, to, name, ...keeping, actor, outbox });
}
acceptOffer.locks = ({ surveyId }: OfferAcceptance) => [surveyLock(surveyId)];

function record(
  transaction: StoreQueries,
  {
    surveyId,
    actor,
    action,
    to,
  }: { readonly surveyId: number; readonly actor: Actor; readonly action: string; readonly to?: string },
): Promise<void> {
  const target = { kind: "survey", name: String(surveyId) } as const;
  return recordAudit(transaction, { actor, action, target, ...(to !== undefined && { after: { to } }) });
}
