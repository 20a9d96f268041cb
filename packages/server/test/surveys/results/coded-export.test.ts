import { csrfTokenOf } from "@survey-open-platform/service";
import { expect, test } from "vitest";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { sessionCookie, signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

test("an export with codes has them above its columns and as the values of choices", async () => {
  const platform = await startTestPlatform();
  const { surveys } = platform.store;
  const surveyId = await surveyIdOf(platform, "ada-1");
  const ada = await signedInBrowser(platform, "ada");
  const csrf = csrfTokenOf(ada.cookies.get(sessionCookie) ?? "");
  const address = `/surveys/${surveyId}/export`;
  expect((await ada.get(address)).html).not.toContain("With codes");
  const draft = await surveys.findDraft(surveyId);
  if (draft === undefined) throw new Error("no draft");
  const pages = draft.definition.pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) =>
      question.type === "radio"
        ? {
            ...question,
            code: "liked",
            options: question.options.map((option, at) => ({ ...option, code: `A${at + 1}` })),
          }
        : question,
    ),
  }));
  const definition = { ...draft.definition, pages };
  await surveys.saveDraft({ surveyId, definition, revision: draft.revision });
  await surveys.publishSurvey({ surveyId, revision: draft.revision + 1 });
  expect((await ada.get(address)).html).toContain("With codes");
  const csv = (await ada.post(address, { csrf, format: "csv", naming: "codes" })).html;
  const [head = "", ...rows] = csv.trim().split("\r\n");
  const at = head.split(",").indexOf('"liked"');
  expect(at).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => row.split(",")[at]))).toEqual(new Set(['"A1"', '"A2"']));
  expect((await ada.post(address, { csrf, format: "csv" })).html).not.toContain('"liked"');
});

test("the page of exports has one usual format, a workbook, and it comes first", async () => {
  const platform = await startTestPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const ada = await signedInBrowser(platform, "ada");
  const { html } = await ada.get(`/surveys/${surveyId}/export`);
  const buttons = [...html.matchAll(/button (button-primary|button-choice)">Export as ([^<]*)</g)];
  const [first, ...others] = buttons.map(([, kind, name]) => [kind, name]);
  expect(first).toEqual(["button-primary", "Excel"]);
  expect(new Set(others.map(([kind]) => kind))).toEqual(new Set(["button-choice"]));
});
