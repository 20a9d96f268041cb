import { noLogic } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { colours } from "../../support/collecting-survey.ts";
import { userIdOf } from "../../support/routes/team-routes.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const id = colours.pages.flatMap((page) => page.questions).find(({ type }) => type === "text")?.id ?? "";

/** Its question of type `text` takes numbers. */
const pages = colours.pages.map((page) => ({
  ...page,
  questions: page.questions.map((one) => (one.id === id ? { ...one, validate: "number" } : one)),
}));

/** A survey of Ada's with a question for numbers, and answers to it. */
async function start(numbers: readonly string[]) {
  const platform = await startTestPlatform();
  const { surveys } = platform.store;
  const userId = await userIdOf(platform, "ada");
  const definition = { title: "Numbers", prefix: "", suffix: "", pages, logic: noLogic };
  const { id: surveyId } = await surveys.createSurvey({ ownerId: userId, creatorUserId: userId, definition });
  await surveys.publishSurvey({ surveyId, revision: 1 });
  for (const [at, number] of numbers.entries()) {
    await surveys.submitAnswer({
      surveyId,
      version: 1,
      values: { [id]: number, [colours.radioId]: [at === 0 ? colours.red : colours.green] },
      customArguments: {},
      respondent: undefined,
      startedAt: platform.clock.now,
      channel: "link",
      ua: "phone",
      referrer: "",
      address: "",
      onceKey: null,
    });
  }
  const ada = await signedInBrowser(platform, "ada");
  const textOf = async (query = "") =>
    (await ada.get(`/surveys/${surveyId}/results${query}`)).html
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");
  return { textOf };
}

test("results of a question that takes numbers have mean, median, bounds and distribution", async () => {
  const { textOf } = await start(["-5", "12", "12.5"]);
  const text = await textOf();
  expect(text).toContain("Mean 6.50 Median 12 Standard deviation 9.96 Least -5 Greatest 12.5");
  expect(text).toMatch(/-5 33\.3% 12 33\.3% 12\.5 33\.3%/);
});

test("the filter of results holds for numbers as well", async () => {
  const { textOf } = await start(["-5", "12", "12.5"]);
  const green = `e0-kind=row&e0-question=${colours.radioId}&e0-comparison=is&e0-value=${colours.green}`;
  expect(await textOf(`?${green}`)).toContain(
    "Mean 12.25 Median 12.25 Standard deviation 0.35 Least 12 Greatest 12.5",
  );
  expect(await textOf("?from=2030-01-01")).not.toContain("Mean");
});
