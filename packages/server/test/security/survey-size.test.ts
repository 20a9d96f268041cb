import {
  mostSurveyCharacters,
  type SurveyDefinition,
  SurveyTooLargeError,
} from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { publishSurvey } from "../support/published-survey.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** The same survey with as many characters as it may have, and more. */
function padded(definition: SurveyDefinition, further = 0): SurveyDefinition {
  const missing = mostSurveyCharacters - JSON.stringify(definition).length + further;
  return { ...definition, suffix: definition.suffix + "x".repeat(missing) };
}

const questionsOfPage = (count: number) =>
  Array.from({ length: count }, () => ({ type: "text", title: "Q" }));
const largeJson = JSON.stringify({
  title: "T",
  pages: Array.from({ length: 30 }, () => ({ questions: questionsOfPage(200) })),
});

describe("a survey", () => {
  it("is stored up to its limit of characters, and not beyond it", async () => {
    const platform = await startTestPlatform();
    const { surveys } = platform.store;
    const { id, definition } = await publishSurvey(platform, { text: "T\n\n\n\nQ[单行文本题]" });
    const saved = await surveys.saveDraft({ surveyId: id, definition: padded(definition), revision: 1 });
    expect(saved).toMatchObject({ saved: { revision: 2 } });
    const tooLarge = { surveyId: id, definition: padded(definition, 1), revision: 2 };
    await expect(surveys.saveDraft(tooLarge)).rejects.toThrow(SurveyTooLargeError);
    expect(await surveys.findDraft(id)).toMatchObject({ revision: 2 });
    const created = { ownerId: 1, creatorUserId: 1, definition: padded(definition, 1) };
    await expect(surveys.createSurvey(created)).rejects.toThrow(SurveyTooLargeError);
  });

  it("has as many choices on a page and in all as pages of it can show, and no more", async () => {
    const platform = await startTestPlatform();
    const { surveys } = platform.store;
    const { id, definition } = await publishSurvey(platform, { text: "T\n\n\n\nQ[单选题]\nA" });
    const [page] = definition.pages;
    const [question] = page?.questions ?? [];
    const [option] = question?.options ?? [];
    if (page === undefined || question === undefined || option === undefined) throw new Error("no option");
    const withPages = (rows: number, columns: number, pages = 1): SurveyDefinition => {
      const subTitles = Array.from({ length: rows }, (_, at) => ({ id: `r${at}`, text: "" }));
      const options = Array.from({ length: columns }, () => option);
      const matrix = { ...question, type: "matrix_radio" as const, subTitles, options };
      const made = { ...page, questions: [matrix] };
      return { ...definition, pages: Array.from({ length: pages }, () => made) };
    };
    const save = (changed: SurveyDefinition, revision: number) =>
      surveys.saveDraft({ surveyId: id, definition: changed, revision });
    expect(await save(withPages(80, 100), 1)).toMatchObject({ saved: { revision: 2 } });
    await expect(save(withPages(81, 100), 2)).rejects.toThrow("Page 1 is too large: it has 8100 choices");
    expect(await save(withPages(50, 100, 2), 2)).toMatchObject({ saved: { revision: 3 } });
    await expect(save(withPages(50, 101, 2), 3)).rejects.toThrow("it has 10100 choices, and may have 10000");
    expect(await surveys.findDraft(id)).toMatchObject({ revision: 3 });
  });

  it("that is too large is refused with a page that says so", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const page = await ada.get("/surveys/new?from=json");
    const refused = await ada.submit(page, "/surveys/new", { text: largeJson });
    expect(refused.status).toBe(413);
    expect(refused.html).toContain("1,000,000 characters as it is stored,");
  });
});
