import { parseValues } from "@survey-open-platform/surveys";
import { expect, it } from "vitest";
import { Browser } from "../../support/browser.ts";
import { publishSurvey, sendPage } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const text = `Hours

Hours per day[Matrix Text][Required]
Morning Evening
Monday
Tuesday`;

it("a matrix of numbers is answered cell by cell, names the cell that is wrong, and has figures for each", async () => {
  const platform = await startTestPlatform();
  const { id, path, questionId, definition } = await publishSurvey(platform, {
    text,
    change: (made) => ({
      ...made,
      pages: made.pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => ({ ...question, validate: "number" })),
      })),
    }),
  });
  const [matrix] = definition.pages.flatMap((page) => page.questions);
  const cells = (matrix?.subTitles ?? []).flatMap((row) =>
    (matrix?.options ?? []).map((column) => `${row.id}/${column.id}`),
  );
  const fields = (texts: readonly string[]) =>
    cells.map((cell, at) => [`${questionId(1)}.${cell}`, texts[at] ?? ""] as const);
  for (const hours of [
    ["1", "2", "3", "4"],
    ["3", "2", "3.5", "0"],
  ]) {
    const browser = new Browser(platform);
    const wrong = await sendPage(browser, await browser.get(path), fields(["1", "x", "3", "4"]));
    expect(wrong.html).toContain("Monday: Evening");
    expect(wrong.html).toMatch(/value="x"/);
    platform.clock.now += 60_000;
    expect((await sendPage(browser, wrong, fields(hours))).location).toContain("/done");
  }
  const answers = await platform.store.reader.kysely
    .selectFrom("answers")
    .select("answer_values")
    .where("survey_id", "=", id)
    .execute();
  expect(
    answers.map((answer) => Object.keys(parseValues(answer.answer_values)[questionId(1)] ?? {})),
  ).toEqual([cells, cells]);
  const ada = await signedInBrowser(platform, "ada");
  const results = (await ada.get(`/surveys/${id}/results`)).html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
  // The mean of each cell, and every figure of one.
  expect(results).toContain("Monday 2.00 2.00 Tuesday 3.25 2.00");
  expect(results).toContain("Monday – Morning 2 2.00 1.41 1 3");
});
