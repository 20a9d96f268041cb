import { recountSurvey } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { deleteSurveyAnswer } from "../../src/store/surveys/delete-survey-answer.ts";

test("parts of an export come back as they were, whatever bytes they have, and in order", async () => {
  const platform = await startTestPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const { surveys } = platform.store;
  await surveys.beginExport({ id: "bytes", surveyId, format: "xlsx", upTo: 25 });
  const parts = [Uint8Array.of(0, 255, 128, 10, 13), Uint8Array.of(1, 0, 39, 92)];
  for (const [at, content] of parts.entries()) {
    const part = { id: "bytes", part: at + 1, content };
    // The second time is for a commit of which it was unknown whether it took effect.
    expect([await surveys.addExportPart(part), await surveys.addExportPart(part)]).toEqual([true, true]);
  }
  const [kept] = await surveys.listExports(surveyId);
  expect(kept?.bytes).toBe(9);
  await surveys.endExport({ id: "bytes", state: "ready" });
  expect(await surveys.addExportPart({ id: "bytes", part: 3, content: Uint8Array.of(7) })).toBe(false);
  expect(await surveys.addExportPart({ id: "bytes", part: 2, content: Uint8Array.of(7) })).toBe(false);
  const read = await Promise.all([1, 2, 3].map((part) => surveys.readExportPart({ id: "bytes", part })));
  expect(read.map((content) => content && [...content])).toEqual([
    ...parts.map((part) => [...part]),
    undefined,
  ]);
});

test("of ten exports of a survey that begin at once, three are written", async () => {
  const platform = await startTestPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const begun = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      platform.store.surveys.beginExport({ id: `e${at}`, surveyId, format: "csv", upTo: 25 }),
    ),
  );
  expect(begun.filter(Boolean)).toHaveLength(3);
});

test("answers are listed downwards, half-filled forms by page, and an answer is deleted with its tallies", async () => {
  const platform = await startTestPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const { surveys } = platform.store;
  const ids = async (before: number) =>
    (await surveys.listAnswersBefore({ surveyId, before, limit: 2 })).map(({ answerId }) => answerId);
  expect([await ids(26), await ids(3), await ids(1)]).toEqual([[25, 24], [2, 1], []]);

  const form = { surveyId, version: 1, values: {}, customArguments: {}, startedAt: 1 };
  for (const hash of ["a", "b"]) await surveys.saveProgress({ ...form, hash, pageId: "p-1" });
  expect(await surveys.countProgressByPage(surveyId)).toEqual(new Map([["p-1", 2]]));

  // One that changes an answer is not counted, and those that expire stay counted.
  const change = { customArguments: { "@change": "h" }, hash: "c", pageId: "p-1" };
  await surveys.saveProgress({ ...form, ...change });
  platform.clock.now += 14 * 24 * 3_600_000;
  await surveys.saveProgress({ ...form, hash: "d", pageId: "p-2" });
  while ((await platform.store.sweepExpired()) > 0);
  for (const hash of ["a", "b", "c"]) expect(await surveys.findProgress({ surveyId, hash })).toBeUndefined();
  expect(await surveys.countProgressByPage(surveyId)).toEqual(
    new Map([
      ["p-1", 2],
      ["p-2", 1],
    ]),
  );
  expect(await recountSurvey(platform.database, surveyId)).toEqual([]);

  const counted = async () => (await surveys.tallies({ surveyId, questionIds: [] })).get("")?.get("answers");
  const actor = { userId: null, username: "ada", address: "" };
  expect(await counted()).toBe(25);
  expect(
    await platform.store.write(
      deleteSurveyAnswer,
      { surveyId, answerId: 7 },
      { actor, context: platform.store.answerWriteContext },
    ),
  ).toBe(true);
  expect(
    await platform.store.write(
      deleteSurveyAnswer,
      { surveyId, answerId: 7 },
      { actor, context: platform.store.answerWriteContext },
    ),
  ).toBe(false);
  expect(await counted()).toBe(24);
});
