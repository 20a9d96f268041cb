import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";
import { asked, makeFaultySurvey } from "../submissions/faulty-survey.ts";
import { openSurveys } from "../submissions/open-surveys.ts";
import { addWebhook } from "./add-webhook.ts";
import type { EventReceiver } from "./event-receiver.ts";

/** Any user of the seed. */
const anyUser = 1;
/** Answers in the pace of a load are sent in groups, so that its timer does not limit it. */
const groupMilliseconds = 20;

/** How a load submits answers. */
export interface Pace {
  readonly count: number;
  readonly perSecond: number;
}

/** Surveys with a webhook each, to which answers are submitted. */
export class WebhookLoad {
  readonly #database: Database<SurveySchema>;
  readonly #surveyIds: number[] = [];
  /** When each answer was confirmed, by its survey and serial; ms of `performance.now`. */
  readonly #confirmed = new Map<string, number>();

  constructor(database: Database<SurveySchema>) {
    this.#database = database;
  }

  /** Adds surveys whose webhooks send to a receiver, each counted as another one. */
  async addSurveys(count: number, { urlOf }: Pick<EventReceiver, "urlOf">): Promise<void> {
    const surveys = openSurveys(this.#database);
    for (let at = 0; at < count; at += 1) {
      const surveyId = await makeFaultySurvey(surveys, anyUser);
      await addWebhook(this.#database, { surveyId, url: urlOf(surveyId), receiver: `receiver-${surveyId}` });
      this.#surveyIds.push(surveyId);
    }
  }

  /** Submits answers to the surveys in turn, and resolves when all are confirmed. @returns their events, as `survey/serial` */
  async submit({ count, perSecond }: Pace): Promise<readonly string[]> {
    const surveys = openSurveys(this.#database);
    const startedAt = performance.now();
    const sent: Promise<string>[] = [];
    while (sent.length < count) {
      const due = Math.ceil(((performance.now() - startedAt + groupMilliseconds) / 1000) * perSecond);
      while (sent.length < Math.min(due, count)) sent.push(this.#submitOne(surveys, sent.length));
      await sleep(groupMilliseconds);
    }
    return Promise.all(sent);
  }

  async #submitOne(surveys: ReturnType<typeof openSurveys>, at: number): Promise<string> {
    const surveyId = this.#surveyIds[at % this.#surveyIds.length] ?? 0;
    const outcome = await surveys.submitAnswer(submissionTo(surveyId, at));
    if ("refused" in outcome) throw new Error(`an answer was refused: ${outcome.refused}`);
    const event = `${surveyId}/${outcome.answerId}`;
    this.#confirmed.set(event, performance.now());
    return event;
  }

  /** Waits until events are received. @returns the milliseconds that each took after its answer was confirmed */
  async delays(
    events: readonly string[],
    { firstAt }: Pick<EventReceiver, "firstAt">,
    withinMilliseconds: number,
  ): Promise<readonly number[]> {
    const deadline = performance.now() + withinMilliseconds;
    const missing = () => events.filter((event) => !firstAt.has(event));
    while (missing().length > 0 && performance.now() < deadline) await sleep(50);
    if (missing().length > 0)
      throw new Error(`${missing().length} of ${events.length} events were not received`);
    return events.map((event) => Math.max(0, (firstAt.get(event) ?? 0) - (this.#confirmed.get(event) ?? 0)));
  }
}

/** What a respondent sends to a survey. @param at chooses one of the options */
export function submissionTo(surveyId: number, at: number) {
  return {
    surveyId,
    version: 1,
    values: { [asked.choice]: [asked.options[at % asked.options.length] ?? ""] },
    customArguments: {},
    respondent: undefined,
    startedAt: Date.now(),
    channel: "link",
    ua: "phone",
    referrer: "",
    address: "192.0.2.1",
    onceKey: null,
  } as const;
}

/** The value below which so many of a hundred are. @param values not empty */
export function percentile(values: readonly number[], hundredths: number): number {
  const ascending = values.toSorted((one, other) => one - other);
  const at = Math.ceil((ascending.length * hundredths) / 100) - 1;
  return ascending[Math.max(0, at)] ?? 0;
}
