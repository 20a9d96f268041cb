import type { Database } from "@survey-open-platform/database";
import { expect, test } from "vitest";
import type { AnswerWriteContext } from "../../src/store/add-answers.ts";
import type { SurveySchema } from "../../src/store/schema/schema.ts";
import type { Submission, SubmissionOutcome } from "../../src/store/submission.ts";
import { SubmissionQueue } from "../../src/store/submission-queue.ts";

/** A queue whose transactions end when the test says so. */
function slowQueue() {
  const transactions: PromiseWithResolvers<readonly SubmissionOutcome[]>[] = [];
  const writeSteps = () => {
    const transaction = Promise.withResolvers<readonly SubmissionOutcome[]>();
    transactions.push(transaction);
    return transaction.promise;
  };
  const queue = new SubmissionQueue(
    { writeSteps } as unknown as Database<SurveySchema>,
    {} as AnswerWriteContext,
  );
  const submit = (surveyId: number) => queue.submit({ surveyId } as Submission);
  const endAll = () => transactions.splice(0).forEach(({ resolve }) => resolve([{ refused: "closed" }]));
  return { queue, submit, endAll };
}

const long = 60_000;
const timeout = 20_000;

test("nothing waits when no submission is being stored", async () => {
  await expect(slowQueue().queue.yieldToSubmissions(long)).resolves.toBeUndefined();
});

test("work that waits for submissions goes on when the submissions to every survey are stored", async () => {
  const { queue, submit, endAll } = slowQueue();
  const order: string[] = [];
  const submitted = [1, 2].map((surveyId) => submit(surveyId).then(() => order.push("submission")));
  const others = [1, 2].map(() => queue.yieldToSubmissions(long).then(() => order.push("other work")));
  await new Promise(setImmediate);
  expect(order).toEqual([]);
  endAll();
  await Promise.all([...submitted, ...others]);
  expect(order).toEqual(["submission", "submission", "other work", "other work"]);
});

test(
  "work that waits for submissions goes on after its time, however long a submission takes",
  { timeout },
  async () => {
    const { queue, submit, endAll } = slowQueue();
    const submitted = submit(1);
    await new Promise(setImmediate);
    await queue.yieldToSubmissions(1);
    endAll();
    expect(await submitted).toEqual({ refused: "closed" });
  },
);
