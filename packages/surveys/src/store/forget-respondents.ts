import { runSteps } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";
import { personKeyOf } from "../model/person-key.ts";
import type { SurveyQueries } from "./queries.ts";
import type { SurveySchema } from "./schema/schema.ts";
import { endExportsWith } from "./survey-export-table.ts";

/** Events rewritten at a time, so that their bodies are never all in memory. */
const eventsPerStep = 200;

/** The index of named answers has this condition. */
const isNamed = sql<boolean>`respondent_id <> 0`;

/**
 * Takes the names of respondents whose accounts are deleted out of their answers, and out of the claims, events and exports that were
 * made from these. The answers stay, without a name.
 */
export async function forgetRespondents(
  transaction: SurveyQueries,
  respondentIds: readonly number[],
): Promise<void> {
  const { kysely } = transaction;
  await endTheirExports(transaction, respondentIds);
  await renameTheirEvents(kysely, respondentIds);
  await releaseTheirClaims(kysely, respondentIds);
  const noName = { respondent_id: 0, respondent_openid: "", respondent_nickname: "" };
  await kysely
    .updateTable("answers")
    .set({ ...noName, address: "", address_until: null })
    .where("respondent_id", "in", respondentIds)
    .where(isNamed)
    .execute();
}

/** A claim is named by the id of the person, or by a browser, which stays. */
async function releaseTheirClaims(
  kysely: Kysely<SurveySchema>,
  respondentIds: readonly number[],
): Promise<void> {
  const keys = respondentIds.map(personKeyOf);
  await kysely
    .deleteFrom("answer_claims")
    .where("survey_id", "in", answersOf(kysely, respondentIds).select("survey_id"))
    .where("once_key", "in", keys)
    .execute();
  await kysely
    .updateTable("answers")
    .set({ once_key: null })
    .where("respondent_id", "in", respondentIds)
    .where(isNamed)
    .where("once_key", "in", keys)
    .execute();
}

function answersOf(kysely: Kysely<SurveySchema>, respondentIds: readonly number[]) {
  return kysely.selectFrom("answers").where("respondent_id", "in", respondentIds).where(isNamed);
}

async function endTheirExports(transaction: SurveyQueries, respondentIds: readonly number[]): Promise<void> {
  const firsts = await answersOf(transaction.kysely, respondentIds)
    .select((eb) => ["survey_id as surveyId", eb.fn.min<number>("answer_id").as("answerId")])
    .groupBy("survey_id")
    .execute();
  for (const first of firsts) await runSteps(transaction, endExportsWith(first));
}

/** Gives the events of their answers the payload of an answer without a name. */
async function renameTheirEvents(
  kysely: Kysely<SurveySchema>,
  respondentIds: readonly number[],
): Promise<void> {
  for (let after = 0; ;) {
    const events = await kysely
      .selectFrom("webhook_deliveries as d")
      .innerJoin("answers as a", (join) =>
        join.onRef("a.survey_id", "=", "d.survey_id").onRef("a.answer_id", "=", "d.answer_id"),
      )
      .select(["d.id", "d.body"])
      .where("a.respondent_id", "in", respondentIds)
      .where(sql<boolean>`a.respondent_id <> 0`)
      .where("d.answer_id", "is not", null)
      .where("d.id", ">", after)
      .orderBy("d.id")
      .limit(eventsPerStep)
      .execute();
    for (const { id, body } of events) await renameEvent(kysely, { id, body: withoutRespondent(body) });
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function renameEvent(
  kysely: Kysely<SurveySchema>,
  { id, body }: { readonly id: number; readonly body: string },
): Promise<void> {
  const change = { body, address: "", address_until: null };
  await kysely.updateTable("webhook_deliveries").set(change).where("id", "=", id).execute();
  // Receivers may repeat what they got.
  await kysely.updateTable("webhook_attempts").set({ response: "" }).where("delivery_id", "=", id).execute();
}

/** @param body of an event about an answer */
function withoutRespondent(body: string): string {
  // Only such events are written.
  const event = JSON.parse(body) as { readonly payload: Readonly<Record<string, unknown>> };
  // A test event has the payload of an answer within its own.
  if ("newest_answer" in event.payload)
    return JSON.stringify({ ...event, payload: { ...event.payload, newest_answer: null } });
  const unnamed = {
    respondent_id: 0,
    respondent_type: 0,
    third_party_user: { respondent_id: 0, openid: "", nickname: "" },
  };
  return JSON.stringify({ ...event, payload: { ...event.payload, ...unnamed } });
}
