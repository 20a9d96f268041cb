import { usualTheme } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { Browser } from "../../support/browser.ts";
import { publishSurvey, sendPage, storedAnswers } from "../../support/published-survey.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

/** A draft with everything that the list names. */
const text =
  "Lunch\n\n\n\nHow was it?[Single Choice]\nGood\nBad\n good\n\nWhy?[Single Line Text]\n\n=== Page Break ===\n\nNever[Single Line Text]";

/** A survey of Ada's that was made from a text. */
async function draftOf(platform: TestPlatform, written: string) {
  const ada = await signedInBrowser(platform);
  const created = await ada.submit(await ada.get("/surveys/new?from=text"), "/surveys/new", {
    text: written,
  });
  const [address = ""] = created.location?.split("/edit?", 1) ?? [];
  return { ada, address, id: Number(address.split("/").at(-1)) };
}

describe("the check list of publishing", () => {
  it("names options that are alike, questions that no one gets to, a missing ending text and a missing end", async () => {
    const platform = await startTestPlatform();
    const { ada, address, id } = await draftOf(platform, text);
    const logic = `${address}/edit/logic`;
    await ada.submit(await ada.get(logic), logic, { rules: "branch from Q1 to END" });
    const draft = await platform.store.surveys.findDraft(id);
    const [first, why] = draft?.definition.pages.flatMap(({ questions }) => questions) ?? [];
    const { html } = await ada.get(address);
    expect(html).toContain("things to look at first");
    expect(html).toContain(`href="${address}/edit/questions/${first?.id}">Two options or rows of `);
    expect(html).toContain(`href="${address}/edit/questions/${why?.id}">No respondent gets to `);
    expect(html).toContain(`href="${address}/edit/texts#suffix"`);
    expect(html).toContain(`href="${address}/settings#end_at"`);
    expect(html).toContain(`action="${address}/publish"`);
  });

  it("names a picture without a text for people who do not see it", async () => {
    const platform = await startTestPlatform();
    const { ada, address, id } = await draftOf(platform, text);
    const draft = await platform.store.surveys.findDraft(id);
    if (draft === undefined) throw new Error("the survey has no draft");
    const save = (alt: string, revision: number) => {
      const logo = { id: "0".repeat(32), alt, width: 1, height: 1 };
      const definition = { ...draft.definition, theme: { ...usualTheme, logo } };
      return platform.store.surveys.saveDraft({ surveyId: id, revision, definition });
    };
    await save("", draft.revision);
    expect((await ada.get(address)).html).toContain(`href="${address}/edit/look"`);
    await save("A tree", draft.revision + 1);
    expect((await ada.get(address)).html).not.toContain("people who do not see it");
  });

  it("is not there when nothing is to be said", async () => {
    const platform = await startTestPlatform();
    const written = "Lunch\n\nWelcome\n\nHow was it?[Single Choice]\nGood\nBad";
    const { ada, address, id } = await draftOf(platform, written);
    const draft = await platform.store.surveys.findDraft(id);
    if (draft === undefined) throw new Error("the survey has no draft");
    const definition = { ...draft.definition, suffix: "Thank you" };
    await platform.store.surveys.saveDraft({ surveyId: id, revision: draft.revision, definition });
    await platform.store.surveys.changeSettings({ surveyId: id, settings: { answerLimit: 10 } });
    const { html } = await ada.get(address);
    expect(html).toContain(`action="${address}/publish"`);
    expect(html).not.toContain("to look at first");
  });

  it("says how many people are answering, who finish the version that they began", async () => {
    const platform = await startTestPlatform();
    const survey = await publishSurvey(platform, {
      text: "Lunch\n\n\n\nFirst[Single Line Text]\n\n=== Page Break ===\n\nSecond[Single Line Text]",
    });
    const respondent = new Browser(platform);
    platform.clock.now += 5000;
    const first = await respondent.get(survey.path);
    platform.clock.now += 5000;
    const second = await sendPage(respondent, first, [[survey.questionId(1), "a"]]);
    const ada = await signedInBrowser(platform);
    const draft = await platform.store.surveys.findDraft(survey.id);
    if (draft === undefined) throw new Error("the survey has no draft");
    const definition = { ...draft.definition, title: "Dinner" };
    await platform.store.surveys.saveDraft({ surveyId: survey.id, revision: draft.revision, definition });
    const overview = await ada.get(`/surveys/${survey.id}`);
    expect(overview.html).toContain("One person is in the middle of answering, and finishes version 1");
    await ada.submit(overview, `/surveys/${survey.id}/publish`);
    await sendPage(respondent, await respondent.get(second.location ?? survey.path), [
      [survey.questionId(2), "b"],
    ]);
    expect(await storedAnswers(platform, survey.id)).toMatchObject([{ version: 1 }]);
  });
});
