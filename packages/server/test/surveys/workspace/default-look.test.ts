import { usualTheme } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { surveyOfAda } from "./support/survey-of-ada.ts";

async function openLook() {
  const opened = await surveyOfAda();
  const page = `${opened.address}/edit/look`;
  const own = Number(/\d+/.exec(page)?.[0]);
  await opened.ada.submit(await opened.ada.get(page), page, { color: "#aa3300", do: "save" });
  /** The look of a survey that is created now. */
  const lookOfNew = async (text = "New\n\nA?[Single Line Text]") => {
    const { ada, platform } = opened;
    const made = await ada.submit(await ada.get("/surveys/new?from=text"), "/surveys/new", { text });
    const draft = await platform.store.surveys.findDraft(Number(/\d+/.exec(made.location ?? "")?.[0]));
    return draft?.definition.theme;
  };
  const change = async (what: "set" | "remove") =>
    opened.ada.submit(await opened.ada.get(page), `${page}/default`, { do: what });
  return { ...opened, own, page, lookOfNew, change };
}

test("new surveys begin with the look that was made theirs, until it is removed", async () => {
  const { ada, page, change, lookOfNew } = await openLook();
  expect(await lookOfNew()).toBeUndefined();
  const set = await change("set");
  expect(set.location).toBe(`${page}?notice=default`);
  expect(await lookOfNew()).toMatchObject({ color: "#aa3300" });
  expect((await ada.get(page)).html).toContain("They begin with a look of their own now.");
  await change("remove");
  expect(await lookOfNew()).toBeUndefined();
});

test("a copy looks as its original, and surveys of others as usual", async () => {
  const { platform, own, change } = await openLook();
  await change("set");
  const { surveys } = platform.store;
  const ada = await platform.store.findUserByUsername("ada");
  const bob = await platform.store.findUserByUsername("bob");
  if (ada === undefined || bob === undefined) throw new Error("the sample has no Ada or Bob");
  const draft = await surveys.findDraft(own);
  if (draft === undefined) throw new Error("the survey has no draft");
  const { theme: _theme, ...plain } = draft.definition;
  await surveys.saveDraft({ surveyId: own, revision: draft.revision, definition: plain });
  const owners = { ownerId: ada.id, creatorUserId: ada.id };
  const copy = await surveys.copySurvey({ surveyId: own, ...owners, title: "Copy" });
  expect((await surveys.findDraft(copy?.id ?? 0))?.definition.theme).toBeUndefined();
  const his = { ownerId: bob.id, creatorUserId: bob.id };
  const other = await surveys.createSurvey({ ...his, definition: plain });
  expect((await surveys.findDraft(other.id))?.definition.theme).toBeUndefined();
});

test("a picture that no survey has any more is left out", async () => {
  const { platform, change, lookOfNew, draft, own } = await openLook();
  const { revision, definition } = await draft();
  const logo = { id: "0".repeat(32), alt: "A logo", width: 10, height: 10 };
  const themed = { ...definition, theme: { ...usualTheme, logo } };
  await platform.store.surveys.saveDraft({ surveyId: own, revision, definition: themed });
  await change("set");
  expect(await lookOfNew()).toEqual(usualTheme);
});
