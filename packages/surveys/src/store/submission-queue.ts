import { type Database, DatabaseUnavailableError } from "@survey-open-platform/database";
import { addSubmissions } from "./add-submissions.ts";
import type { AnswerWriteContext } from "./add-answers.ts";
import { answersLock } from "./locks.ts";
import type { SurveySchema } from "./schema/schema.ts";
import type { Submission, SubmissionOutcome } from "./submission.ts";

/** Few enough that their transaction takes a few milliseconds. */
const mostTogether = 64;

interface Waiting {
  readonly submission: Submission;
  readonly resolve: (outcome: SubmissionOutcome) => void;
  readonly fail: (reason: unknown) => void;
}

/**
 * Stores submissions. Those to one survey that arrive while earlier ones are being stored share the next transaction, and
 * its statements: one takes all serials, one inserts all answers.
 */
export class SubmissionQueue {
  readonly #database: Database<SurveySchema>;
  readonly #context: AnswerWriteContext;
  /** By survey; a survey is in it as long as its submissions are being stored. */
  readonly #waiting = new Map<number, Waiting[]>();
  /** Called when no submission is being stored any more. */
  readonly #whenIdle = new Set<() => void>();

  constructor(database: Database<SurveySchema>, context: AnswerWriteContext) {
    this.#database = database;
    this.#context = context;
  }

  /** @returns the outcome, once that is durable. @throws `DatabaseUnavailableError` */
  submit(submission: Submission): Promise<SubmissionOutcome> {
    const { surveyId } = submission;
    return new Promise((resolve, fail) => {
      const waiting = this.#waiting.get(surveyId) ?? [];
      waiting.push({ submission, resolve, fail });
      if (this.#waiting.has(surveyId)) return;
      this.#waiting.set(surveyId, waiting);
      void this.#drain(surveyId, waiting);
    });
  }

  /** Waits as long as submissions are being stored by this process, but for no longer than a time. */
  async yieldToSubmissions(mostMilliseconds: number): Promise<void> {
    if (this.#waiting.size === 0) return;
    await new Promise<void>((resolve) => {
      const whenIdle = this.#whenIdle;
      const late = setTimeout(goOn, mostMilliseconds);
      whenIdle.add(goOn);

      function goOn(): void {
        clearTimeout(late);
        whenIdle.delete(goOn);
        resolve();
      }
    });
  }

  async #drain(surveyId: number, waiting: Waiting[]): Promise<void> {
    // Submissions of this turn of the event loop join the first transaction.
    await new Promise(setImmediate);
    while (waiting.length > 0) await this.#store(surveyId, waiting.splice(0, mostTogether));
    this.#waiting.delete(surveyId);
    if (this.#waiting.size === 0) for (const goOn of this.#whenIdle) goOn();
  }

  /** Never rejects. */
  async #store(surveyId: number, batch: readonly Waiting[]): Promise<void> {
    const submissions = batch.map(({ submission }) => submission);
    try {
      const outcomes = await this.#database.writeSteps(
        () => addSubmissions(surveyId, submissions, this.#context),
        answersLock(surveyId),
      );
      for (const [at, { resolve }] of batch.entries()) resolve(outcomes[at] ?? { refused: "not_found" });
    } catch (reason) {
      // One that cannot be stored must not take the others with it.
      if (batch.length > 1 && !(reason instanceof DatabaseUnavailableError)) {
        for (const one of batch) await this.#store(surveyId, [one]);
      } else for (const { fail } of batch) fail(reason);
    }
  }
}
