import { describe, expect, it } from "vitest";
import { questionTypes, type Question, type SurveyDefinition } from "@survey-open-platform/surveys";
import type { Page } from "../../support/browser.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

/** What the form of a choice sends that is not changed. */
function unchanged({ title, type, options }: Question): Readonly<Record<string, string>> {
  const texts = options.map(({ id, text }) => [`option-${id}`, text] as const);
  return { title, type, required: "on", ...Object.fromEntries(texts), do: "save" };
}

/** What is typed into a field of a page. */
function valueOf({ html }: Page, id: string): string | undefined {
  return new RegExp(`<input id="${id}"[^>]* value="([^"]*)"`).exec(html)?.[1];
}

/** What another editor makes of a survey by giving a question another title. */
function withTitle(definition: SurveyDefinition, id: string, title: string): SurveyDefinition {
  const changed = (question: Question) => (question.id === id ? { ...question, title } : question);
  const pages = definition.pages.map((page) => ({ ...page, questions: page.questions.map(changed) }));
  return { ...definition, pages };
}

describe("the form of a question", () => {
  it("keeps the ids of options that are renamed, adds new ones, and removes one that is emptied", async () => {
    const { ada, address, question } = await surveyOfAda();
    const before = await question(0);
    const form = `${address}/edit/questions/${before.id}`;
    const [good, bad] = before.options;
    const saved = await ada.submit(await ada.get(form), form, {
      ...unchanged(before),
      [`option-${good?.id}`]: "Very good",
      [`option-${bad?.id}`]: "",
      "new-options": "So so\r\nOther: ____",
    });
    expect(saved.location).toBe(`${address}/edit?notice=saved#card-${before.id}`);
    const after = await question(0);
    expect(after.options).toMatchObject([
      { id: good?.id, text: "Very good" },
      { id: "o-102-" + after.options[1]?.id.slice(-4), text: "So so" },
      { text: `Other: ____{${after.blank_setting[0]?.id}}` },
    ]);
    expect(after.blank_setting).toMatchObject([{ type: "option", attach_id: after.options[2]?.id }]);
  });

  it("marks a question as personal, and takes the mark away", async () => {
    const { ada, address, question } = await surveyOfAda();
    const before = await question(0);
    const form = `${address}/edit/questions/${before.id}`;
    const send = async (fields: Readonly<Record<string, string>>) =>
      ada.submit(await ada.get(form), form, { ...unchanged(before), ...fields });
    await send({ personal: "on" });
    expect(await question(0)).toMatchObject({ personal: true });
    expect((await ada.get(form)).html).toMatch(/<input [^>]*id="personal"[^>]* checked/);
    await send({});
    expect(await question(0)).toEqual(before);
  });

  it("gives codes to a question and its options, and refuses one that another has", async () => {
    const { ada, address, question } = await surveyOfAda();
    const [before, other] = [await question(0), await question(1)];
    const [first, second] = before.options.map(({ id }) => id);
    const form = `${address}/edit/questions/${before.id}`;
    const send = async (codes: Readonly<Record<string, string>>) =>
      ada.submit(await ada.get(form), form, { ...unchanged(before), ...codes });
    await send({ code: " mood ", [`code-${first}`]: "1", [`code-${second}`]: "2" });
    expect(await question(0)).toMatchObject({ code: "mood", options: [{ code: "1" }, { code: "2" }] });
    expect(valueOf(await ada.get(form), `code-${second}`)).toBe("2");
    const repeated = await send({ code: "mood", [`code-${first}`]: "1", [`code-${second}`]: "1" });
    expect(repeated.status).toBe(400);
    expect(repeated.html).toContain("Another one has this code already.");
    const of = `${address}/edit/questions/${other.id}`;
    const { title, type } = other;
    const taken = await ada.submit(await ada.get(of), of, { title, type, code: "mood", do: "save" });
    expect(taken.status).toBe(400);
    await send({});
    expect(await question(0)).not.toHaveProperty("code");
  });

  it("moves an option, and keeps what else was typed", async () => {
    const { ada, address, question } = await surveyOfAda();
    const before = await question(0);
    const form = `${address}/edit/questions/${before.id}`;
    const [first, second] = before.options;
    const moved = await ada.submit(await ada.get(form), form, {
      ...unchanged(before),
      title: "New title",
      do: `up ${second?.id}`,
    });
    expect(moved.location).toBe(`${form}?notice=saved#part-${second?.id}`);
    expect(await question(0)).toMatchObject({
      title: "New title",
      options: [{ id: second?.id }, { id: first?.id }],
    });
  });

  it("puts an option where it was dragged to", async () => {
    const { ada, address, question } = await surveyOfAda();
    const before = await question(0);
    const form = `${address}/edit/questions/${before.id}`;
    const [first, second] = before.options.map(({ id }) => id);
    const drag = async (place: string) =>
      ada.submit(await ada.get(form), form, { ...unchanged(before), do: `place ${place}` });
    const order = async () => (await question(0)).options.map(({ id }) => id);
    expect((await drag(`${second} ${first}`)).location).toBe(`${form}?notice=saved#part-${second}`);
    expect(await order()).toEqual([second, first]);
    await drag(`${second} -`);
    expect(await order()).toEqual([first, second]);
    await drag("o-none o-none");
    expect(await order()).toEqual([first, second]);
  });

  it("sets jumps and display of options, which lead to questions of this survey only", async () => {
    const { ada, address, question } = await surveyOfAda();
    const [before, target] = [await question(0), await question(2)];
    const form = `${address}/edit/questions/${before.id}`;
    const id = before.options[0]?.id ?? "";
    const shown = await ada.get(form);
    await ada.submit(shown, form, {
      ...unchanged(before),
      [`goto-${id}`]: "END",
      [`display-${id}`]: target.id,
      goto: target.id,
    });
    expect(await question(0)).toMatchObject({
      goto: target.id,
      options: [{ goto: "END", display: [target.id] }, {}],
    });
    const refused = await ada.submit(await ada.get(form), form, { ...unchanged(before), goto: "q-99-none" });
    expect(refused.status).toBe(400);
  });

  it("has a field for each question that an option shows, and one for a further one", async () => {
    const { ada, address, question } = await surveyOfAda();
    const [before, second, third] = [await question(0), await question(1), await question(2)];
    const form = `${address}/edit/questions/${before.id}`;
    const id = before.options[0]?.id ?? "";
    const show = async (fields: Record<string, string>) =>
      ada.submit(await ada.get(form), form, { ...unchanged(before), ...fields });
    const shown = async () => (await question(0)).options[0]?.display;
    await show({ [`display-${id}`]: second.id });
    await show({ [`display-${id}`]: second.id, [`display-${id}-2`]: third.id });
    expect(await shown()).toEqual([second.id, third.id]);
    await show({ [`display-${id}`]: "", [`display-${id}-2`]: third.id });
    expect(await shown()).toEqual([third.id]);
  });

  it("offers the types with their pictures and sentences in a menu whose words are the names alone", async () => {
    const { ada, address, question } = await surveyOfAda();
    const { html } = await ada.get(`${address}/edit/questions/${(await question(0)).id}`);
    const menu = /<select id="type"[^>]*>(.*?)<\/select>/s.exec(html)?.[1] ?? "";
    const options = menu.split("</option>").filter((option) => option !== "");
    expect(options).toHaveLength(questionTypes.length);
    for (const option of options) expect(option).toMatch(/^<option [^>]*data-purpose="[^"]+"[^>]*><svg /);
    expect(options.map((option) => option.replaceAll(/<[^>]+>/g, "").trim())).toContain("Single choice");
  });

  it("changes the type, and shows the settings of the new one", async () => {
    const { ada, address, question } = await surveyOfAda();
    const before = await question(0);
    const form = `${address}/edit/questions/${before.id}`;
    const changed = await ada.submit(await ada.get(form), form, { ...unchanged(before), type: "checkbox" });
    expect(changed.location).toBe(`${form}?notice=saved#type`);
    expect(await question(0)).toMatchObject({ type: "checkbox", options: before.options });
    expect((await ada.get(form)).html).toContain('id="minlength"');
  });

  it("makes a published question another one when its answers would be of another kind, with what refers to it", async () => {
    const { ada, address, question, draft } = await surveyOfAda();
    const before = await question(0);
    const second = await question(1);
    const rules = "if Q1 answered then hide Q2";
    await ada.submit(await ada.get(`${address}/edit/logic`), `${address}/edit/logic`, { rules });
    await ada.submit(await ada.get(address), `${address}/publish`);
    const form = `${address}/edit/questions/${before.id}`;
    const like = await ada.submit(await ada.get(form), form, { ...unchanged(before), type: "select" });
    expect(like.location).toBe(`${form}?notice=saved#type`);
    await ada.submit(await ada.get(form), form, { ...unchanged(before), type: "text" });
    const after = await question(0);
    expect(after).toMatchObject({ type: "text", title: before.title });
    expect(after.id).not.toBe(before.id);
    expect((await draft()).definition.logic.rules).toMatchObject([
      { kind: "hide", target: second.id, when: { question: after.id } },
    ]);
    expect((await ada.get(address)).html).toContain(before.title);
  });

  it.each([
    ["an empty title", { title: " " }, "title"],
    ["a title that is too long", { title: "x".repeat(1001) }, "title"],
    ["two options that say the same", { "new-options": "Good" }, "new-options"],
    ["an option that is too long", { "new-options": "x".repeat(501) }, "new-options"],
    ["a text with NUL", { title: "a\0b" }, "title"],
  ])("refuses %s, and keeps everything that was typed", async (_, fields, problem) => {
    const { ada, address, question, draft } = await surveyOfAda();
    const before = await question(0);
    const form = `${address}/edit/questions/${before.id}`;
    const refused = await ada.submit(await ada.get(form), form, {
      ...unchanged(before),
      [`option-${before.options[1]?.id}`]: "Awful",
      ...fields,
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`<a href="#${problem}">`);
    expect(valueOf(refused, `option-${before.options[1]?.id}`)).toBe("Awful");
    expect((await draft()).revision).toBe(1);
  });
});

/** The form of a question that is to be added to the first page. */
async function openedForm(type = "radio") {
  const survey = await surveyOfAda();
  const [page] = (await survey.draft()).definition.pages;
  const form = `${survey.address}/edit/questions/new`;
  return { ...survey, form, shown: await survey.ada.get(`${form}?page=${page?.id}&type=${type}`) };
}

describe("the form of a question that is to be added", () => {
  it("has examples in place of texts, and stores the question with what is written", async () => {
    const { ada, address, form, shown, titles, question } = await openedForm();
    expect(shown.html).toMatch(/<textarea id="title"[^>]*><\/textarea>/);
    expect(shown.html).toMatch(
      /<textarea id="new-options"[^>]* placeholder="Option 1\nOption 2"[^>]*><\/textarea>/,
    );
    const fields = { title: "Which one?", type: "radio", required: "on", "new-options": "This\r\nThat" };
    const saved = await ada.submit(shown, form, { ...fields, do: "save" });
    const stored = await question(2);
    expect(saved.location).toBe(`${address}/edit?notice=saved#card-${stored.id}`);
    expect(await titles()).toEqual([
      ["How was it?", "Anything else?", "Which one?"],
      ["Would you come again?"],
    ]);
    expect(stored).toMatchObject({
      type: "radio",
      required: true,
      options: [{ text: "This" }, { text: "That" }],
    });
    expect(stored.id).toMatch(/^q-\d+-\w{4}$/);
  });

  it.each([
    ["no title", { title: " ", "new-options": "This\r\nThat" }, "title"],
    ["no option", { title: "Which one?" }, "new-options"],
  ])("stores nothing with %s, and keeps what was typed", async (_, fields, problem) => {
    const { ada, form, shown, draft } = await openedForm();
    const refused = await ada.submit(shown, form, { type: "radio", ...fields, do: "save" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`<a href="#${problem}">`);
    expect(refused.html).toContain(
      `${"new-options" in fields ? fields["new-options"] : fields.title}</textarea>`,
    );
    expect((await draft()).revision).toBe(1);
    const saved = await ada.submit(refused, form, {
      title: "T",
      type: "radio",
      "new-options": "A",
      do: "save",
    });
    expect(saved.status).toBe(303);
  });

  it("shows the fields of another type before anything is stored", async () => {
    const { ada, form, shown, draft, question } = await openedForm("text");
    const typed = { title: "Which one?", type: "matrix_radio", do: "save" };
    const redrawn = await ada.submit(shown, form, typed);
    expect([redrawn.status, redrawn.html.includes('id="new-rows"')]).toEqual([200, true]);
    expect(redrawn.html).not.toContain("error-summary");
    expect((await draft()).revision).toBe(1);
    await ada.submit(redrawn, form, { ...typed, "new-options": "Good\nBad", "new-rows": "Soup\nFish" });
    expect(await question(2)).toMatchObject({ subTitles: [{}, {}], options: [{ text: "Good" }, {}] });
  });
});

it("a question with a type that needs options is stored when they are written, and not before", async () => {
  const { ada, address, question, draft } = await surveyOfAda();
  const before = await question(1);
  const form = `${address}/edit/questions/${before.id}`;
  const typed = { title: before.title, type: "checkbox", do: "save" };
  const redrawn = await ada.submit(await ada.get(form), form, typed);
  expect([redrawn.status, (await draft()).revision]).toEqual([200, 1]);
  const saved = await ada.submit(redrawn, form, { ...typed, "new-options": "Soup\nFish" });
  expect(saved.location).toBe(`${address}/edit?notice=saved#card-${before.id}`);
  expect(await question(1)).toMatchObject({ id: before.id, type: "checkbox", options: [{}, {}] });
});

it("new options that were typed into a form with a mistake are stored with its correction", async () => {
  const { ada, address, question } = await surveyOfAda();
  const before = await question(0);
  const form = `${address}/edit/questions/${before.id}`;
  const typed = { ...unchanged(before), "new-options": "So so" };
  const refused = await ada.submit(await ada.get(form), form, { ...typed, title: "" });
  expect(refused.html).toContain("So so</textarea>");
  await ada.submit(refused, form, typed);
  expect((await question(0)).options.map(({ text }) => text)).toEqual(["Good", "Bad", "So so"]);
});

/** The form of the first question as Ada has opened it, and what lets another editor save something. */
async function openedByTwo() {
  const survey = await surveyOfAda();
  const { platform, ada, address, id, draft, question } = survey;
  const before = await question(0);
  const form = `${address}/edit/questions/${before.id}`;
  const seen = await ada.get(form);
  const saveTheirs = async (edit: (definition: SurveyDefinition) => SurveyDefinition) => {
    const { definition, revision } = await draft();
    await platform.store.surveys.saveDraft({ surveyId: id, revision, definition: edit(definition) });
  };
  return { ...survey, before, form, seen, saveTheirs };
}

describe("two editors of one question", () => {
  it("the second to save sees what the first changed, keeps the own text, and may then replace it", async () => {
    const { ada, before, form, seen, question, saveTheirs } = await openedByTwo();
    await saveTheirs((definition) => withTitle(definition, before.id, "Their title"));
    const conflict = await ada.submit(seen, form, { ...unchanged(before), title: "My title" });
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain("Somebody else changed this at the same time");
    expect(conflict.html).toContain("Their title");
    expect(conflict.html).toContain("My title</textarea>");
    expect((await question(0)).title).toBe("Their title");
    const replaced = await ada.submit(conflict, form, { ...unchanged(before), title: "My title" });
    expect(replaced.status).toBe(303);
    expect((await question(0)).title).toBe("My title");
  });

  it("changes of different questions are both kept without a question asked", async () => {
    const { ada, address, before, form, seen, draft, question, saveTheirs } = await openedByTwo();
    await saveTheirs((definition) => ({ ...definition, title: "Their title" }));
    const saved = await ada.submit(seen, form, { ...unchanged(before), title: "My title" });
    expect(saved.location).toBe(`${address}/edit?notice=saved&since=1&until=2#card-${before.id}`);
    expect((await draft()).definition.title).toBe("Their title");
    expect((await question(0)).title).toBe("My title");
  });

  it("a question that the first deleted is offered to the second, to be added again", async () => {
    const { ada, address, before, form, seen, titles } = await openedByTwo();
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: `remove ${before.id}` });
    const conflict = await ada.submit(seen, form, { ...unchanged(before), title: "My title" });
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain("They deleted this question.");
    await ada.submit(conflict, form, { ...unchanged(before), title: "My title" });
    expect((await titles()).flat()).toContain("My title");
  });

  it("the second sees it after a mistake as well", async () => {
    const { ada, before, form, seen, question, saveTheirs } = await openedByTwo();
    await saveTheirs((definition) => withTitle(definition, before.id, "Their title"));
    const refused = await ada.submit(seen, form, { ...unchanged(before), title: "" });
    expect(refused.status).toBe(400);
    const conflict = await ada.submit(refused, form, { ...unchanged(before), title: "My title" });
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain("Their title");
    expect((await question(0)).title).toBe("Their title");
  });

  it("a mistake in a question that the first deleted loses nothing either", async () => {
    const { ada, address, before, form, seen, question, titles } = await openedByTwo();
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: `remove ${before.id}` });
    const conflict = await ada.submit(seen, form, { ...unchanged(before), title: "My title" });
    const other = await question(0);
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: `down ${other.id}` });
    const again = await ada.submit(conflict, form, { ...unchanged(before), title: "My title" });
    expect(again.status).toBe(409);
    const refused = await ada.submit(again, form, { ...unchanged(before), title: "" });
    expect(refused.status).toBe(400);
    await ada.submit(refused, form, { ...unchanged(before), title: "My title" });
    expect((await titles()).flat()).toContain("My title");
  });

  it("the second sees that there was one when so much was saved since that the first state is no longer kept", async () => {
    const { ada, before, form, seen, question, saveTheirs } = await openedByTwo();
    for (let edit = 1; edit <= 52; edit += 1)
      await saveTheirs((definition) => withTitle(definition, before.id, `Their title ${edit}`));
    const conflict = await ada.submit(seen, form, { ...unchanged(before), title: "My title" });
    expect(conflict.status).toBe(409);
    expect((await question(0)).title).toBe("Their title 52");
    expect((await ada.submit(conflict, form, { ...unchanged(before), title: "My title" })).status).toBe(303);
  });
});
