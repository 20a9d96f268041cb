import { expect, test } from "vitest";
import { boundedBatches } from "../../src/exports/bounded-batches.ts";
import type { ExportedAnswer } from "../../src/exports/exported-answer.ts";

const answer = (answerId: number): ExportedAnswer => ({
  answerId,
  version: 1,
  respondentId: 0,
  respondentOpenid: "",
  respondentNickname: "",
  startedAt: 0,
  endedAt: 0,
  updatedAt: 0,
  channel: "",
  device: "",
  language: "",
  consentVersion: 0,
  values: {},
  customArguments: {},
});
const answers = Array.from({ length: 250 }, (_, at) => answer(at + 1));

async function sizesFor(columns: number): Promise<readonly number[]> {
  const stored = (async function* batches() {
    yield answers.slice(0, 100);
    yield answers.slice(100);
  })();
  const seen: (readonly ExportedAnswer[])[] = [];
  for await (const batch of boundedBatches(stored, columns)) seen.push(batch);
  expect(seen.flat()).toEqual(answers);
  return seen.map(({ length }) => length);
}

test.each([
  ["of an ordinary survey as they are", 20, [100, 150]],
  ["of thousands of columns a few at a time", 200, [50, 50, 50, 50, 50]],
  ["of more columns than cells in a turn one at a time", 20_000, Array.from({ length: 250 }, () => 1)],
])("answers %s", async (_, columns, sizes) => {
  expect(await sizesFor(columns)).toEqual(sizes);
});
