import { addImportedAnswers } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { publishSurvey } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

test.each([
  [[15, 5, 5, 15], "The two questions are related", "(χ² = 10.00, df = 1, p = 0.002)"],
  [[10, 10, 10, 10], "No relation between the two questions can be seen", "(χ² = 0.00, df = 1, p = 1.000)"],
  [[2, 1, 1, 2], "There are too few answers to say", ""],
])("a cross table of the counts %j says: %s", async (counts, says, figures) => {
  const platform = await startTestPlatform();
  const choices = "[Single Choice]\nYes\nNo";
  const survey = await publishSurvey(platform, { text: `A\n\n\n\nB${choices}\n\nC${choices}` });
  const [rows, columns] = [survey.questionId(1), survey.questionId(2)];
  const answers = counts.flatMap((count, at) =>
    Array.from({ length: count }, () => ({
      [rows]: [survey.optionId(1, at < 2 ? 1 : 2)],
      [columns]: [survey.optionId(2, at % 2 === 0 ? 1 : 2)],
    })),
  );
  const moments = { startedAt: 0, endedAt: 0 };
  const imported = answers.map((values) => ({ values, ...moments }));
  await platform.database.write((t) => addImportedAnswers(t, survey.id, imported, platform.store.outbox));
  const ada = await signedInBrowser(platform);
  const { html } = await ada.get(`/surveys/${survey.id}/results/cross?rows=${rows}&columns=${columns}`);
  expect(html).toContain(says);
  expect(html).toContain(figures);
});
