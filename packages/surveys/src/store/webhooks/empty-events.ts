import { rowsOf, send } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { PlatformZone } from "../../model/platform-time.ts";
import { prepare, type SurveyQueries, type SurveySteps } from "../queries.ts";
import { type DeletedAnswer, deletedAnswerPayload } from "./answer-payload.ts";
import { eventBody } from "./event.ts";

type Serial = Omit<DeletedAnswer, "hash">;

const eventsOf = prepare<Serial>()((db, param) =>
  db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("surveys as s", "s.id", "d.survey_id")
    .select(["d.event_id as id", "d.created_at as at", "s.hash as surveyHash"])
    .distinct()
    .where("d.survey_id", "=", param("surveyId"))
    .where("d.answer_id", "=", param("answerId")),
);

const emptyEvent = prepare<Serial & { readonly id: string; readonly body: string }>()((db, param) =>
  db
    .updateTable("webhook_deliveries")
    .set({
      body: param("body"),
      address: "",
      address_until: null,
      // The log says what was sent; what is still to be sent is the deletion.
      action: sql<string>`case when state = 'delivered' then action else 'answer.delete' end`,
    })
    .where("survey_id", "=", param("surveyId"))
    .where("answer_id", "=", param("answerId"))
    .where("event_id", "=", param("id")),
);

const emptyResponses = prepare<Serial>()((db, param) =>
  db
    .updateTable("webhook_attempts")
    .set({ response: "" })
    .where("delivery_id", "in", (eb) =>
      eb
        .selectFrom("webhook_deliveries")
        .select("id")
        .where("survey_id", "=", param("surveyId"))
        .where("answer_id", "=", param("answerId")),
    ),
);

/**
 * Makes every event of an answer one of its deletion, with its own id and place in the sequence: a receiver that has not got it yet
 * misses no number, and learns nothing. Responses go as well, since receivers may repeat what they got.
 */
export function* emptyEventsOf(answer: DeletedAnswer, zone: PlatformZone): SurveySteps<void> {
  const { surveyId, answerId } = answer;
  const action = "answer.delete";
  for (const { id, at, surveyHash } of yield* rowsOf(eventsOf, { surveyId, answerId })) {
    const payload = deletedAnswerPayload(answer, surveyHash);
    const body = eventBody({ id, object: "Answer", action, at, payload }, zone);
    yield* send(emptyEvent, { surveyId, answerId, id, body });
  }
  yield* send(emptyResponses, { surveyId, answerId });
}

/** Deletes the events of all answers of surveys: those for webhooks of an account outlive the survey. */
export async function dropAnswerEvents(
  { kysely }: SurveyQueries,
  surveyIds: readonly number[],
): Promise<void> {
  if (surveyIds.length === 0) return;
  await kysely
    .deleteFrom("webhook_deliveries")
    .where("survey_id", "in", surveyIds)
    .where("answer_id", "is not", null)
    .execute();
}
