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

  it("that is too large is refused with a page that says so", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    const page = await ada.get("/surveys/new?from=json");
    const refused = await ada.submit(page, "/surveys/new", { text: largeJson });
    expect(refused.status).toBe(413);
    expect(refused.html).toContain("2,000,000 characters as it is stored. Nothing was changed.");
  });
});
