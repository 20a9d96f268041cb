import { randomUUID } from "node:crypto";
import { rowsOf } from "@survey-open-platform/database";
import { type RawBuilder, sql } from "kysely";
import type { PlatformZone } from "../../model/platform-time.ts";
import { nowMs, prepare, type SurveySteps } from "../queries.ts";
import type { EventAnswer } from "./answer-payload.ts";
import { eventBody } from "./event.ts";
import { answerActions, isOfSurveyOrOwner, listensTo } from "./listeners.ts";
import { eventExpiry, insertDeliveries } from "./write-events.ts";

const listensToAnswers = sql<boolean>`(${sql.join(answerActions.map(listensTo), sql` or `)})`;

/** The newest answer of the newest survey that a webhook hears of. No row for one that gets no answers. */
export const newestAnswer = (mayHear: RawBuilder<boolean>) =>
  prepare<{ readonly webhookId: number }>()((db, param) =>
    db
      .selectFrom("webhooks as w")
      .innerJoin("surveys as s", (join) => join.on(isOfSurveyOrOwner))
      .select([
        "s.id as surveyId",
        "s.hash",
        "s.title",
        "s.custom_arguments as customArgumentsText",
        "w.titles",
      ])
      .select((eb) =>
        eb
          .selectFrom("answers as a")
          .whereRef("a.survey_id", "=", "s.id")
          .select((max) => max.fn.max<number>("a.answer_id").as("newest"))
          .$asScalar()
          .$notNull()
          .as("answerId"),
      )
      .where("w.id", "=", param("webhookId"))
      .where("s.binned_at", "is", null)
      .where("s.answer_count", ">", 0)
      .where(listensToAnswers)
      .where(mayHear)
      .orderBy("s.id", "desc")
      .limit(1),
  );

const surveyOfWebhook = prepare<{ readonly webhookId: number }>()((db, param) =>
  db
    .selectFrom("webhooks")
    .select([nowMs.as("at"), "survey_id as surveyId"])
    .where("id", "=", param("webhookId")),
);

/** A test event about to be written. */
interface TestEvent {
  readonly webhookId: number;
  /** The answer that it shows, so that deleting the answer finds the event, and the JSON text of its payload. */
  readonly newest: { readonly answer: EventAnswer; readonly payload: string } | undefined;
}

const noAnswer = { answer_id: null, address: "", address_until: null } as const;

/** The columns that say which answer an event shows. */
function columnsOf({ surveyId, answerId, address, addressUntil }: EventAnswer) {
  return { survey_id: surveyId, answer_id: answerId, address, address_until: addressUntil };
}

/** Writes a test event to the outbox. */
export function* writeTestEvent({ webhookId, newest }: TestEvent, zone: PlatformZone): SurveySteps<void> {
  const [webhook] = yield* rowsOf(surveyOfWebhook, { webhookId });
  if (webhook === undefined) return;
  const { at, surveyId } = webhook;
  const event = { id: randomUUID(), object: "Webhook", action: "webhook.test" } as const;
  const payload = `{"webhook_id":${webhookId},"newest_answer":${newest?.payload ?? "null"}}`;
  yield* insertDeliveries.send([
    {
      webhook_id: webhookId,
      event_id: event.id,
      ...(newest === undefined ? { ...noAnswer, survey_id: surveyId ?? 0 } : columnsOf(newest.answer)),
      sequence: 0,
      object: event.object,
      action: event.action,
      body: eventBody({ ...event, at, payload }, zone),
      state: "pending",
      attempts: 0,
      due_at: at,
      created_at: at,
      expires_at: eventExpiry(at),
    },
  ]);
}
