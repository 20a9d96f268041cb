import { addImportedAnswers } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { binSurvey } from "../support/bin-survey.ts";
import { publishSurvey } from "../support/published-survey.ts";
import { userIdOf } from "../support/routes/team-routes.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { labelsOfOwner, labelsOfSurveys, setLabels } from "../../src/store/surveys/survey-label-table.ts";
import { listSurveysForUser } from "../../src/store/surveys/survey-for-user-table.ts";

const hour = 3_600_000;
const actor = { userId: null, username: "operator", address: "" };
const text = "Lunch\n\n\n\nHow?[Single Line Text]";

test("the answers of the last days are counted by hour and survey, for those that have any", async () => {
  const platform = await startTestPlatform();
  const [first, second] = [await publishSurvey(platform, { text }), await publishSurvey(platform, { text })];
  const answers = [0, 0, 30, 200].map((hours) => {
    const endedAt = platform.clock.now - hours * hour;
    return { startedAt: endedAt, endedAt, values: {} };
  });
  await platform.database.write((transaction) =>
    addImportedAnswers(transaction, first.id, answers, platform.store.outbox),
  );
  const surveyIds = [first.id, second.id];
  const hours = await platform.store.surveys.countRecentHours({ surveyIds, days: 7 });
  const now = Math.floor(platform.clock.now / hour) * hour;
  expect(hours.toSorted((one, other) => other.at - one.at)).toEqual([
    { surveyId: first.id, at: now, count: 2, now: platform.clock.now },
    { surveyId: first.id, at: now - 30 * hour, count: 1, now: platform.clock.now },
  ]);
  expect(await platform.store.surveys.countRecentHours({ surveyIds: [], days: 7 })).toEqual([]);
});

test("labels are those of an owner's surveys outside the bin, and restrict the list", async () => {
  const platform = await startTestPlatform();
  const { reader } = platform.store;
  const ada = await userIdOf(platform, "ada");
  const [first, second] = [await publishSurvey(platform, { text }), await publishSurvey(platform, { text })];
  await platform.store.write(setLabels, { surveyId: first.id, labels: ["Z", "A"], actor });
  await platform.store.write(setLabels, { surveyId: second.id, labels: ["B"], actor });
  await platform.store.write(setLabels, { surveyId: second.id, labels: ["A", "C"], actor });
  const labelsOf = (ownerId: number) =>
    labelsOfOwner(reader, { ownerId, creatorUserId: undefined, limit: 10 });
  expect(await labelsOf(ada)).toEqual(["A", "C", "Z"]);
  expect(await labelsOf(await userIdOf(platform, "bob"))).toEqual([]);
  expect((await labelsOfSurveys(reader, [first.id, second.id])).get(first.id)).toEqual(["A", "Z"]);
  const search = { userId: ada, ownerId: ada, isOnlyCreated: false, search: "", state: undefined };
  const idsWith = async (label: string) => {
    const found = await listSurveysForUser(reader, { ...search, label, before: undefined, limit: 10 });
    return found.map(({ id }) => id);
  };
  expect(await idsWith("A")).toEqual([second.id, first.id]);
  await binSurvey(platform, second.id);
  expect(await labelsOf(ada)).toEqual(["A", "Z"]);
  expect(await idsWith("A")).toEqual([first.id]);
});
