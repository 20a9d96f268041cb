import { csrfTokenOf } from "@survey-open-platform/service";
import { noLogic } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { colours } from "../../support/collecting-survey.ts";
import { userIdOf } from "../../support/routes/team-routes.ts";
import { sessionCookie, signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const matrix = colours.pages
  .flatMap(({ questions }) => questions)
  .find(({ type }) => type === "matrix_checkbox");

const hundred = Array.from({ length: 100 }, (_, number) => number);

/** A question of 50 rows and 100 columns: 5,000 columns of an export. */
function wideQuestion(id: string) {
  const [row, option] = [matrix?.subTitles[0], matrix?.options[0]];
  if (matrix === undefined || row === undefined || option === undefined) throw new Error("no matrix");
  return {
    ...matrix,
    id,
    subTitles: hundred
      .slice(0, 50)
      .map((number) => ({ ...row, id: `g-${number}-ROW`, text: `Row ${number}` })),
    options: hundred.map((number) => ({ ...option, id: `o-${number}-COL` })),
  };
}

const pagesOf = (version: number) =>
  ["1", "2"].map((index) => ({
    id: `p-${index}-wide`,
    index,
    questions: [wideQuestion(`q-${index}-wide-${version}`)],
  }));

const definitionOf = (version: number) => ({
  title: "Wide",
  prefix: "",
  suffix: "",
  pages: pagesOf(version),
  logic: noLogic,
});

test("a survey with more columns than a sheet has is not exported for Excel, and the page says what to do", async () => {
  const platform = await startTestPlatform();
  const { surveys } = platform.store;
  const userId = await userIdOf(platform, "ada");
  const made = { ownerId: userId, creatorUserId: userId, definition: definitionOf(1) };
  const { id } = await surveys.createSurvey(made);
  await surveys.publishSurvey({ surveyId: id, revision: 1 });
  // An export has the columns of all versions; one survey cannot have so many.
  await surveys.saveDraft({ surveyId: id, definition: definitionOf(2), revision: 1 });
  await surveys.publishSurvey({ surveyId: id, revision: 2 });
  const ada = await signedInBrowser(platform, "ada");
  const csrf = csrfTokenOf(ada.cookies.get(sessionCookie) ?? "");
  const address = `/surveys/${id}/export`;
  expect((await ada.post(address, { csrf, format: "xlsx" })).location).toBe(`${address}?notice=columns`);
  expect((await ada.get(`${address}?notice=columns`)).html).toContain(
    "more columns or answers than a file of this format can have",
  );
  const csv = await ada.post(address, { csrf, format: "csv" });
  expect(csv.html.split(",").length).toBeGreaterThan(20_000);
  const exported = platform.database.reader.kysely
    .selectFrom("audit_log")
    .select("after")
    .where("action", "=", "answers.exported");
  expect((await exported.execute()).map(({ after }) => after)).toEqual([expect.stringContaining("csv")]);
});
