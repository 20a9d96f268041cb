import { expect, test } from "vitest";
import { answerBatches } from "../../src/results/answer-batches.ts";
import type { AnswerListRequest, StoredAnswer } from "../../src/store/answer-table.ts";

const answers = Array.from(
  { length: 450 },
  (_, at) => ({ answerId: at + 1, valuesText: "{}" }) as StoredAnswer,
);
let mostRead = 0;
const listAnswers = ({ lastAnswerId, perPage }: AnswerListRequest) => {
  mostRead = Math.max(mostRead, perPage);
  return Promise.resolve(answers.filter(({ answerId }) => answerId > lastAnswerId).slice(0, perPage));
};

async function idsOf(after: number, upTo: number): Promise<readonly (readonly number[])[]> {
  const batches: (readonly number[])[] = [];
  for await (const batch of answerBatches({ listAnswers }, { surveyId: 1, after, upTo }))
    batches.push(batch.map(({ answerId }) => answerId));
  return batches;
}

test.each([
  [0, 450],
  [0, 449],
  [0, 400],
  [0, 200],
  [0, 205],
  [120, 333],
  [449, 450],
  [450, 450],
])("gives out each answer after %i up to %i once, in order", async (after, upTo) => {
  const batches = await idsOf(after, upTo);
  expect(batches.flat()).toEqual(Array.from({ length: upTo - after }, (_, at) => after + at + 1));
});

test("other work has its turn after 10 answers", async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const batches = await idsOf(0, 450);
  isOver = true;
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(10);
  expect(mostRead).toBeLessThanOrEqual(50);
  expect(turns).toBeGreaterThanOrEqual(batches.length);
});

test("answers of hundreds of kilobytes are given out one at a time", async () => {
  const large = answers.slice(0, 60).map((answer) => ({ ...answer, valuesText: "x".repeat(200_000) }));
  const store = {
    listAnswers: ({ lastAnswerId, perPage }: AnswerListRequest) =>
      Promise.resolve(large.slice(lastAnswerId, lastAnswerId + perPage)),
  };
  const sizes: number[] = [];
  for await (const batch of answerBatches(store, { surveyId: 1, after: 0, upTo: 60 }))
    sizes.push(batch.length);
  expect(sizes).toEqual(large.map(() => 1));
});
