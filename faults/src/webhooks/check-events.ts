import type { Database } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";
import type { Confirmation } from "../submissions/submitter.ts";

/** What the outbox has for a survey, and what was received of it. */
export interface CheckedEvents {
  readonly events: number;
  readonly violations: readonly string[];
}

/** A survey to whose answers a webhook listens, and what its respondents know. */
export interface WatchedSurvey {
  readonly surveyId: number;
  readonly confirmations: readonly Confirmation[];
}

/** Compares the events of a survey with its answers, and with what was received. */
export async function checkEvents(
  { kysely }: Database<SurveySchema>["reader"],
  { surveyId, confirmations }: WatchedSurvey,
  received: ReadonlyMap<string, number>,
): Promise<CheckedEvents> {
  const rows = await kysely
    .selectFrom("webhook_deliveries")
    .select(["event_id as id", "body", "sequence", "state"])
    .where("survey_id", "=", surveyId)
    .orderBy("sequence")
    .execute();
  const stored = await kysely
    .selectFrom("answers")
    .select("answer_id as answerId")
    .where("survey_id", "=", surveyId)
    .execute();
  const byAnswer = Map.groupBy(rows, ({ body }) => answerIn(body));
  const known = new Set(stored.map(({ answerId }) => answerId));
  const say = (text: string) => `survey ${surveyId}: ${text}`;
  return {
    events: rows.length,
    violations: [
      ...confirmations
        .filter(({ answerId }) => byAnswer.get(answerId)?.length !== 1)
        .map(({ answerId }) => say(`answer ${answerId} has ${byAnswer.get(answerId)?.length ?? 0} events`)),
      ...[...byAnswer.keys()]
        .filter((answerId) => !known.has(answerId))
        .map((answerId) => say(`an event is about answer ${answerId}, which is not there`)),
      ...rows
        .filter(({ id, state }) => state !== "delivered" || !received.has(id))
        .map(({ id, state }) => say(`the event ${id} is ${state}, received ${received.get(id) ?? 0} times`)),
      ...rows
        .filter(({ sequence }, at) => sequence !== at + 1)
        .slice(0, 1)
        .map(({ sequence }) => say(`the sequence has a gap before ${sequence}`)),
    ],
  };
}

function answerIn(body: string): number {
  // The platform wrote it.
  const { payload } = JSON.parse(body) as { readonly payload: { readonly answer_id: number } };
  return payload.answer_id;
}
