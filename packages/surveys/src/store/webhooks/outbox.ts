import { rowsOf, runSteps } from "@survey-open-platform/database";
import { type RawBuilder, sql } from "kysely";
import type { PlatformZone } from "../../model/platform-time.ts";
import { AnswerWriters } from "../answer-writers.ts";
import { prepare, type SurveyQueries, type SurveySteps } from "../queries.ts";
import {
  answerPayload,
  type DeletedAnswer,
  deletedAnswerPayload,
  type EventAnswer,
} from "./answer-payload.ts";
import type { EventAction } from "./event.ts";
import { emptyEventsOf } from "./empty-events.ts";
import { surveyPayload } from "./survey-payload.ts";
import { type NewEvent, writeEvents } from "./write-events.ts";

/** Answers of one survey that were all added, or all changed. */
export interface AnswerEvents {
  readonly surveyId: number;
  readonly action: Exclude<Extract<EventAction, `answer.${string}`>, "answer.delete">;
  readonly answers: readonly EventAnswer[];
}

/** What has happened to a survey. */
export interface SurveyEvent {
  readonly surveyId: number;
  readonly action: Extract<EventAction, `survey.${string}`>;
  /** Who did it; 0 for a program or the operator. */
  readonly editorUserId: number;
}

const listeningToAnswers = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("webhooks as w")
    .innerJoin("surveys as s", "s.id", "w.survey_id")
    .select(["w.id", "s.hash", "s.custom_arguments as customArgumentsText"])
    .where("w.survey_id", "=", param("surveyId"))
    .where("s.binned_at", "is", null)
    .where("w.is_active", "=", 1)
    .orderBy("w.id"),
);

/** A condition on rows of `webhooks as w` and `surveys as s`: whether the webhook of an account may hear of the survey. */
export type MayHear = RawBuilder<boolean>;

const listeningToSurveys = (mayHear: MayHear) =>
  prepare<{ readonly surveyId: number }>()((db, param) =>
    db
      .selectFrom("webhooks as w")
      .innerJoin("surveys as s", "s.owner_id", "w.account_id")
      .select(["w.id", "s.id as surveyId", "s.hash", "s.title", "s.owner_id as ownerId", "s.state"])
      .select(["s.created_at as createdAt", "s.updated_at as updatedAt"])
      .where("s.id", "=", param("surveyId"))
      .where("s.binned_at", "is", null)
      .where("w.is_active", "=", 1)
      .where(mayHear)
      .orderBy("w.id"),
  );

/** Writes events in the transactions in which they happen: none is sent without its fact, and no fact lacks its event. */
export class Outbox {
  /** Of the times in events. */
  readonly zone: PlatformZone;
  readonly #writers = new AnswerWriters();
  readonly #listeningToSurveys: ReturnType<typeof listeningToSurveys>;

  /**
   * @param zone of the times in events
   * @param mayHear which surveys of an account its webhooks hear of
   */
  constructor(zone: PlatformZone, mayHear: MayHear = sql<boolean>`1 = 1`) {
    this.zone = zone;
    this.#listeningToSurveys = listeningToSurveys(mayHear);
  }

  /** Writes the events of answers, for the webhooks of their survey. Its `answer_webhooks` says whether there are any. */
  *answers({ surveyId, action, answers }: AnswerEvents): SurveySteps<void> {
    const webhooks = yield* rowsOf(listeningToAnswers, { surveyId });
    const [first] = webhooks;
    if (first === undefined || answers.length === 0) return;
    const { customArgumentsText, hash: surveyHash } = first;
    const textOf = yield* this.#writers.forAnswers({ id: surveyId, customArgumentsText }, answers);
    const zone = this.zone;
    const events = answers.map((answer): NewEvent => {
      const { answerId, address, addressUntil } = answer;
      const payload = () => answerPayload(answer, { surveyHash, textOf, zone });
      return { payload, answerId, address, addressUntil };
    });
    const webhookIds = webhooks.map(({ id }) => id);
    yield* writeEvents({ surveyId, object: "Answer", action, events, webhookIds }, zone);
  }

  /** Writes the event of a deleted answer. It says which one it was, and not what it said. */
  *answerDeleted({ surveyId, answerId, hash }: DeletedAnswer): SurveySteps<void> {
    const webhooks = yield* rowsOf(listeningToAnswers, { surveyId });
    const [first] = webhooks;
    if (first === undefined) return;
    const payload = () => deletedAnswerPayload({ surveyId, answerId, hash }, first.hash);
    const events = [{ payload, answerId, address: "", addressUntil: null }];
    const webhookIds = webhooks.map(({ id }) => id);
    yield* writeEvents(
      { surveyId, object: "Answer", action: "answer.delete", events, webhookIds },
      this.zone,
    );
  }

  /** Takes what a deleted answer said out of its events, those that are still to be sent and those that were. */
  forgetAnswer(answer: DeletedAnswer): SurveySteps<void> {
    return emptyEventsOf(answer, this.zone);
  }

  /** Writes the event of a survey, for the webhooks of the account that owns it. A survey is deleted after its event is written. */
  async survey(transaction: SurveyQueries, { surveyId, action, editorUserId }: SurveyEvent): Promise<void> {
    const webhooks = await transaction.run(this.#listeningToSurveys, { surveyId });
    const [survey] = webhooks;
    if (survey === undefined) return;
    const payload = (traceId: string) => surveyPayload(survey, { editorUserId, traceId, zone: this.zone });
    const events = [{ payload, answerId: null, address: "", addressUntil: null }];
    const webhookIds = webhooks.map(({ id }) => id);
    await runSteps(
      transaction,
      writeEvents({ surveyId, object: "Survey", action, events, webhookIds }, this.zone),
    );
  }
}
