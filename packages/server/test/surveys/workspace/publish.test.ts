import { describe, expect, it } from "vitest";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

const text = "Lunch\n\n\n\nHow was it?[Single Choice]\nGood\nBad";

/** A platform with a survey of Ada's that was created from a text. */
async function withSurvey() {
  const platform = await startTestPlatform();
  const ada = await signedInBrowser(platform);
  const created = await ada.submit(await ada.get("/surveys/new?from=text"), "/surveys/new", { text });
  const [address = ""] = created.location?.split("/edit?", 1) ?? [];
  const id = Number(address.split("/").at(-1));
  /** Changes the title, as another editor would. */
  const rename = async (title: string) => {
    const draft = await platform.store.surveys.findDraft(id);
    if (draft === undefined) throw new Error("the survey has no draft");
    const { revision, definition } = draft;
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: { ...definition, title } });
  };
  return { platform, ada, address, id, rename };
}

describe("publishing", () => {
  it("freezes the draft as version 1, and says afterwards that everything is published", async () => {
    const { platform, ada, address, id } = await withSurvey();
    const overview = await ada.get(address);
    expect(overview.html).toContain("Not published yet");
    expect(overview.html).not.toContain(`/s2/${id}/`);
    const published = await ada.submit(overview, `${address}/publish`);
    expect(published.location).toBe(`${address}?notice=published`);
    const after = await ada.get(published.location ?? "");
    expect(after.html).toContain("Everything is published (version 1).");
    expect(after.html).toContain(`http://platform.example/s2/${id}/`);
    expect(await platform.store.surveys.versionsOf(id)).toHaveLength(1);
  });

  it("says before what it would change", async () => {
    const { ada, address, rename } = await withSurvey();
    await ada.submit(await ada.get(address), `${address}/publish`);
    await rename("Dinner");
    const overview = await ada.get(address);
    expect(overview.html).toContain("Publishing would change one thing");
    expect(overview.html).toContain("The title of the survey");
  });

  it("is refused for a draft that another editor changed after it was looked at", async () => {
    const { platform, ada, address, id, rename } = await withSurvey();
    const seen = await ada.get(address);
    await rename("Dinner");
    const refused = await ada.submit(seen, `${address}/publish`);
    expect(refused.location).toBe(`${address}?notice=conflict`);
    expect(await platform.store.surveys.versionsOf(id)).toEqual([]);
    expect((await ada.get(refused.location ?? "")).html).toContain("somebody else changed the survey");
  });

  it("is refused for a question without options, which it names", async () => {
    const { platform, ada, address, id } = await withSurvey();
    const draft = await platform.store.surveys.findDraft(id);
    if (draft === undefined) throw new Error("the survey has no draft");
    const { revision, definition } = draft;
    const pages = definition.pages.map((page) => ({
      ...page,
      questions: page.questions.map((question) => ({ ...question, options: [] })),
    }));
    const seen = await ada.get(address);
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: { ...definition, pages } });
    const refused = await ada.submit(seen, `${address}/publish`);
    expect(refused.location).toBe(`${address}?notice=conflict`);
    const overview = await ada.get(address);
    expect(overview.html).toContain(`href="${address}/edit/questions/${pages[0]?.questions[0]?.id}">Q1`);
    expect(overview.html).not.toContain(`action="${address}/publish"`);
    expect(await platform.store.surveys.versionsOf(id)).toEqual([]);
  });

  it.each(["New question", "新题目"])(
    "is refused for a question that is still called %s, as older versions began each one",
    async (title) => {
      const { platform, ada, address, id } = await withSurvey();
      const draft = await platform.store.surveys.findDraft(id);
      if (draft === undefined) throw new Error("the survey has no draft");
      const { revision, definition } = draft;
      const seen = await ada.get(address);
      const pages = definition.pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => ({ ...question, title })),
      }));
      await platform.store.surveys.saveDraft({
        surveyId: id,
        revision,
        definition: { ...definition, pages },
      });
      const { html } = await ada.get(address);
      expect(html).toContain(`href="${address}/edit/questions/${pages[0]?.questions[0]?.id}">Q1`);
      expect(html).not.toContain(`action="${address}/publish"`);
      await ada.submit(seen, `${address}/publish`, { revision: String(revision + 1) });
      expect(await platform.store.surveys.versionsOf(id)).toEqual([]);
    },
  );

  it("is refused for a survey that asks nothing", async () => {
    const { platform, ada, address, id, rename } = await withSurvey();
    const seen = await ada.get(address);
    await rename("Dinner");
    const draft = await platform.store.surveys.findDraft(id);
    if (draft === undefined) throw new Error("the survey has no draft");
    const definition = { ...draft.definition, pages: [] };
    await platform.store.surveys.saveDraft({ surveyId: id, revision: draft.revision, definition });
    await ada.submit(seen, `${address}/publish`, { revision: String(draft.revision + 1) });
    expect(await platform.store.surveys.versionsOf(id)).toEqual([]);
  });

  it("is refused while a rule refers to what is not in the survey; a rule without effect is only a warning", async () => {
    const { platform, ada, address, id } = await withSurvey();
    const save = async (rules: string) => {
      const form = `${address}/edit/logic`;
      await ada.submit(await ada.get(form), form, { rules });
      return ada.get(address);
    };
    const wrong = await save("if #q-99-none answered then hide Q1");
    expect(wrong.html).toContain("Correct the logic before you publish.");
    expect(wrong.html).not.toContain(`action="${address}/publish"`);
    const revision = String((await platform.store.surveys.findDraft(id))?.revision);
    const [, csrf = ""] = /name="csrf" value="([^"]*)"/.exec(wrong.html) ?? [];
    await ada.post(`${address}/publish`, { csrf, revision });
    expect(await platform.store.surveys.versionsOf(id)).toEqual([]);
    const warned = await save("if Q1 = A1 and Q1 = A2 then branch from Q1 to END");
    expect((await ada.get(`${address}/edit/logic`)).html).toContain("Rule 1: can never be true.");
    await ada.submit(warned, `${address}/publish`);
    expect(await platform.store.surveys.versionsOf(id)).toHaveLength(1);
  });
});
