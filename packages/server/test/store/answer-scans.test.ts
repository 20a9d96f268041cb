import { mergeVersions, scanAnswers, searchAnswers } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** Ada's survey of the sample: 25 answers with a remark each. */
async function start() {
  const { store, ...platform } = await startTestPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const definitions = await store.surveys.definitionsOf(surveyId);
  const versions = definitions.map(({ version, definition }) => ({ version, pages: definition.pages }));
  return { surveys: store.surveys, surveyId, definitions, questions: mergeVersions(versions) };
}

test("a scan reads the newest answers up to its limit, and says whether there are older ones", async () => {
  const { surveys, surveyId, definitions } = await start();
  const read: number[] = [];
  const scan = { surveyId, definitions, filter: {} };
  const note = (_: unknown, { answerId }: { readonly answerId: number }) => void read.push(answerId);
  expect(await scanAnswers(surveys, { ...scan, most: 10 }, note)).toEqual({ isPartial: true });
  expect(read.splice(0)).toEqual(Array.from({ length: 10 }, (_, at) => 16 + at));
  expect(await scanAnswers(surveys, { ...scan, most: 25 }, note)).toEqual({ isPartial: false });
  expect(read.splice(0)).toHaveLength(25);
  await scanAnswers(surveys, { ...scan, filter: { version: 2 } }, note);
  expect(read).toEqual([]);
});

test("a search that has read as many answers as it may goes on where it ended", async () => {
  const { surveys, surveyId, questions } = await start();
  const search = { surveyId, search: "Remark 7", limit: 20, questions, most: 10 };
  const first = await searchAnswers(surveys, { ...search, before: undefined });
  expect(first).toEqual({ answers: [], next: 16, searched: 10 });
  const second = await searchAnswers(surveys, { ...search, before: first.next });
  expect(second.answers.map(({ answerId }) => answerId)).toEqual([7]);
  expect(second).toMatchObject({ next: 6, searched: 10 });
  const last = await searchAnswers(surveys, { ...search, before: second.next });
  expect(last).toEqual({ answers: [], next: undefined, searched: 5 });
});
