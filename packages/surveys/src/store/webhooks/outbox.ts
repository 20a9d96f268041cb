import { rowsOf, runSteps } from "@survey-open-platform/database";
import { type RawBuilder, sql } from "kysely";
import type { PlatformZone } from "../../model/platform-time.ts";
import { AnswerWriters } from "../answer-writers.ts";
import { prepare, type SurveyQueries, type SurveySteps } from "../queries.ts";
import { findAnswer } from "../answer-table.ts";
import {
  answerPayload,
  type AnswerPayloadWriting,
  type DeletedAnswer,
  deletedAnswerPayload,
  type EventAnswer,
} from "./answer-payload.ts";
import type { EventAction } from "./event.ts";
import { emptyEventsOf } from "./empty-events.ts";
import { eventActions, isOfSurveyOrOwner, listensTo } from "./listeners.ts";
import { surveyPayload } from "./survey-payload.ts";
import { newestAnswer, writeTestEvent } from "./test-event.ts";
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

/** A condition on rows of `webhooks as w` and `surveys as s`: whether the webhook of an account may hear of the survey. */
export type MayHear = RawBuilder<boolean>;

/** The active webhooks that get a kind of event about a survey. */
const listeningTo = (action: EventAction, mayHear: MayHear) =>
  prepare<{ readonly surveyId: number }>()((db, param) =>
    db
      .selectFrom("webhooks as w")
      .innerJoin("surveys as s", (join) => join.on(isOfSurveyOrOwner))
      .select([
        "w.id",
        "w.titles",
        "s.id as surveyId",
        "s.hash",
        "s.title",
        "s.owner_id as ownerId",
        "s.state",
      ])
      .select(["s.created_at as createdAt", "s.updated_at as updatedAt"])
      .select("s.custom_arguments as customArgumentsText")
      .where("s.id", "=", param("surveyId"))
      .where("s.binned_at", "is", null)
      .where("w.is_active", "=", 1)
      .where(listensTo(action))
      .where(mayHear)
      .orderBy("w.id"),
  );

type Listening = ReturnType<typeof listeningTo>;

/** What events of answers say of their survey. */
interface EventSurvey {
  readonly surveyId: number;
  readonly hash: string;
  readonly title: string;
  readonly customArgumentsText: string;
}

/** Writes events in the transactions in which they happen: none is sent without its fact, and no fact lacks its event. */
export class Outbox {
  /** Of the times in events. */
  readonly zone: PlatformZone;
  readonly #writers = new AnswerWriters();
  readonly #listening: Readonly<Record<EventAction, Listening>>;
  readonly #findNewestAnswer: ReturnType<typeof newestAnswer>;

  /**
   * @param zone of the times in events
   * @param mayHear which surveys of an account its webhooks hear of
   */
  constructor(zone: PlatformZone, mayHear: MayHear = sql<boolean>`1 = 1`) {
    this.zone = zone;
    const statements = eventActions.map((action) => [action, listeningTo(action, mayHear)]);
    // One entry for each action.
    this.#listening = Object.fromEntries(statements) as Record<EventAction, Listening>;
    this.#findNewestAnswer = newestAnswer(mayHear);
  }

  /** Writes the events of answers, for the webhooks of their survey and of its owner; see `answerListeners`. */
  *answers({ surveyId, action, answers }: AnswerEvents): SurveySteps<void> {
    const webhooks = yield* rowsOf(this.#listening[action], { surveyId });
    const [survey] = webhooks;
    if (survey === undefined || answers.length === 0) return;
    const plain = yield* this.#writing(survey, answers, false);
    const titled = webhooks.some(({ titles }) => titles === 1)
      ? yield* this.#writing(survey, answers, true)
      : plain;
    const events = answers.map((answer): NewEvent => {
      const { answerId, address, addressUntil } = answer;
      const payload = (_id: string, withTitles: boolean) =>
        answerPayload(answer, withTitles ? titled : plain);
      return { payload, answerId, address, addressUntil };
    });
    yield* writeEvents({ surveyId, object: "Answer", action, events, webhooks }, this.zone);
  }

  /** How payloads of answers are written, with or without titles of survey and questions. */
  *#writing(
    survey: EventSurvey,
    answers: readonly EventAnswer[],
    withTitles: boolean,
  ): SurveySteps<AnswerPayloadWriting> {
    const { surveyId: id, hash: surveyHash, customArgumentsText } = survey;
    const textOf = yield* this.#writers.forAnswers({ id, customArgumentsText, withTitles }, answers);
    return { surveyHash, textOf, zone: this.zone, title: withTitles ? survey.title : undefined };
  }

  /** Writes the event of a deleted answer. It says which one it was, and not what it said. */
  *answerDeleted({ surveyId, answerId, hash }: DeletedAnswer): SurveySteps<void> {
    const webhooks = yield* rowsOf(this.#listening["answer.delete"], { surveyId });
    const [first] = webhooks;
    if (first === undefined) return;
    const payload = () => deletedAnswerPayload({ surveyId, answerId, hash }, first.hash);
    const events = [{ payload, answerId, address: "", addressUntil: null }];
    yield* writeEvents({ surveyId, object: "Answer", action: "answer.delete", events, webhooks }, this.zone);
  }

  /** Takes what a deleted answer said out of its events, those that are still to be sent and those that were. */
  forgetAnswer(answer: DeletedAnswer): SurveySteps<void> {
    return emptyEventsOf(answer, this.zone);
  }

  /** Sends a webhook a test event, with the newest answer of the newest survey that it hears of, if it gets answers. */
  *test(webhookId: number): SurveySteps<void> {
    const [survey] = yield* rowsOf(this.#findNewestAnswer, { webhookId });
    const found =
      survey && (yield* findAnswer({ surveyId: survey.surveyId, answer: { serial: survey.answerId } }));
    if (survey === undefined || found === undefined) {
      yield* writeTestEvent({ webhookId, newest: undefined }, this.zone);
      return;
    }
    const payload = answerPayload(found, yield* this.#writing(survey, [found], survey.titles === 1));
    yield* writeTestEvent({ webhookId, newest: { answer: found, payload } }, this.zone);
  }

  /** Writes the event of a survey, for the webhooks of the account that owns it. A survey is deleted after its event is written. */
  async survey(transaction: SurveyQueries, { surveyId, action, editorUserId }: SurveyEvent): Promise<void> {
    const webhooks = await transaction.run(this.#listening[action], { surveyId });
    const [survey] = webhooks;
    if (survey === undefined) return;
    const payload = (traceId: string) => surveyPayload(survey, { editorUserId, traceId, zone: this.zone });
    const events = [{ payload, answerId: null, address: "", addressUntil: null }];
    await runSteps(
      transaction,
      writeEvents({ surveyId, object: "Survey", action, events, webhooks }, this.zone),
    );
  }
}
