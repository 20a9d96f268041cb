import { printRules } from "@survey-open-platform/surveys";
import { describe, expect, it } from "vitest";
import { formsOf } from "../../support/browser.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

/** A survey, and the form of what shows its last question. */
async function opened() {
  const survey = await surveyOfAda();
  const { ada, address, draft, question } = survey;
  const [first, last] = [await question(0), await question(2)];
  const form = `${address}/edit/conditions/${last.id}`;
  const rules = async () => {
    const { definition } = await draft();
    return printRules(definition.logic.rules, definition.pages);
  };
  const write = async (text: string) =>
    ada.submit(await ada.get(`${address}/edit/logic`), `${address}/edit/logic`, { rules: text });
  const good = first.options[0]?.id ?? "";
  const row = {
    "e0-kind": "row",
    "e0-question": first.id,
    "e0-comparison": "is",
    "e0-value": good,
    do: "save",
  };
  const send = async (fields: Readonly<Record<string, string>>) =>
    ada.submit(await ada.get(form), form, fields);
  return { ...survey, first, last, form, rules, write, row, send };
}

describe("when a question is shown", () => {
  it("is filled in as rows, stored as a rule, and said in words on the card", async () => {
    const { ada, address, rules, row, send, last, form } = await opened();
    expect((await ada.get(form)).html).toContain("<legend>Shown when</legend>");
    const saved = await send(row);
    expect(saved.location).toBe(`${address}/edit?notice=saved#conditions-${last.id}`);
    expect(await rules()).toEqual(["if Q1 = A1 then show Q3"]);
    const card = await ada.get(`${address}/edit`);
    expect(card.html).toContain("Shown when Q1 How was it? is Good");
    expect(await ada.get(form)).toMatchObject({ status: 200 });
  });

  it("joins several rows, and groups of rows one level deep", async () => {
    const { rules, row, send, first, question } = await opened();
    const second = await question(1);
    const [good = "", bad = ""] = first.options.map(({ id }) => id);
    await send({
      ...row,
      join: "all",
      "e1-kind": "group",
      "e1-join": "any",
      "e1-0-kind": "row",
      "e1-0-question": second.id,
      "e1-0-comparison": "contains",
      "e1-0-value": "red",
      "e1-1-kind": "row",
      "e1-1-question": first.id,
      "e1-1-comparison": "is_not",
      "e1-1-value": bad,
    });
    expect(await rules()).toEqual([`if Q1 = A1 and (Q2 contains "red" or Q1 != A2) then show Q3`]);
    expect(good).not.toBe("");
  });

  it("is what a written rule says, and the other way round", async () => {
    const { ada, form, write, send, rules } = await opened();
    await write('if Q1 = A1 or Q2 contains "red" then show Q3');
    const { html } = await ada.get(form);
    expect(html).toContain('<option value="any" selected="">');
    expect(html).toMatch(/<input id="e1-value"[^>]* value="red"/);
    const { hidden } = formsOf(html).find(({ action }) => action === form) ?? { hidden: {} };
    expect(Object.keys(hidden)).toEqual(["csrf", "revision", "e0-kind", "e1-kind"]);
    await send({ "e0-kind": "", "e1-kind": "", do: "save" });
    expect(await rules()).toEqual([]);
  });

  it("leaves alone what rows cannot show, and says it", async () => {
    const { ada, form, address, write, send, row, rules } = await opened();
    const deep = 'if Q1 = A1 and (Q1 = A2 or (Q2 answered and Q2 = "x")) then show Q3';
    await write(`${deep}\nif Q2 = "y" then hide Q3`);
    const { html } = await ada.get(form);
    expect(html).toContain("Shown when a condition that rows cannot show");
    expect(html).toContain("Hidden when Q2 Anything else? is the text y");
    expect((await ada.get(`${address}/edit`)).html).toContain("Shown when a condition that rows cannot show");
    await send(row);
    expect(await rules()).toEqual([deep, 'if Q2 = "y" then hide Q3', "if Q1 = A1 then show Q3"]);
  });

  it("adds and removes rows by buttons, and stores nothing before it is saved", async () => {
    const { send, row, draft, first } = await opened();
    const before = (await draft()).revision;
    const added = await send({ ...row, do: "add" });
    expect(added.html).toContain('name="e1-kind"');
    expect(added.html).toContain(`<option value="${first.options[0]?.id}" selected="">`);
    const grouped = await send({ ...row, do: "add-group" });
    expect(grouped.html).toContain('name="e1-1-kind"');
    const removed = await send({ ...row, do: "remove 0" });
    expect(removed.html).not.toContain('name="e0-kind"');
    expect(removed.html).toContain("It is shown to everybody who gets here.");
    expect((await draft()).revision).toBe(before);
  });

  it("offers what the chosen question can be compared with", async () => {
    const { send, row, question } = await opened();
    const second = await question(1);
    const redrawn = await send({ ...row, "e0-question": second.id, do: "redraw" });
    expect(redrawn.status).toBe(200);
    expect(redrawn.html).toContain('<option value="contains">');
    expect(redrawn.html).not.toContain('<option value="is">');
    expect(redrawn.html).toContain('<input id="e0-value"');
  });

  it.each([
    ["no question", { "e0-question": "" }],
    ["a question that is not there", { "e0-question": "q-99-none" }],
    ["no value", { "e0-value": "" }],
    ["an option of no question", { "e0-value": "o-99-NONE" }],
    ["a text of two lines", { "e0-comparison": "text_is", "e0-value": "a\nb" }],
  ])("refuses %s, and keeps what was entered", async (_, fields) => {
    const { send, row, draft } = await opened();
    const before = (await draft()).revision;
    const refused = await send({ ...row, ...fields });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Choose or enter this.");
    expect(refused.html).toContain('name="e0-kind"');
    expect((await draft()).revision).toBe(before);
  });

  it("asks only about what comes before, and there is no page about what is not there", async () => {
    const { ada, address, first, last } = await opened();
    const { html } = await ada.get(`${address}/edit/conditions/${first.id}`);
    expect(html).not.toContain(`<option value="${last.id}"`);
    expect((await ada.get(`${address}/edit/conditions/q-99-none`)).status).toBe(404);
  });

  it("of a page is the same, and asks about what is before the page", async () => {
    const { ada, address, draft, row, first, rules } = await opened();
    const [, page] = (await draft()).definition.pages;
    const form = `${address}/edit/conditions/${page?.id}`;
    const shown = await ada.get(form);
    expect(shown.html).toContain(`<option value="${first.id}"`);
    await ada.submit(shown, form, row);
    expect(await rules()).toEqual(["if Q1 = A1 then show P2"]);
  });

  it("is not overwritten when somebody else changed it meanwhile, and may be then", async () => {
    const { ada, form, write, row, rules } = await opened();
    const seen = await ada.get(form);
    await write("if Q2 answered then show Q3");
    const conflict = await ada.submit(seen, form, row);
    expect(conflict.status).toBe(409);
    expect(conflict.html).toContain("Somebody else changed when this is shown.");
    expect(await rules()).toEqual(["if Q2 answered then show Q3"]);
    await ada.submit(conflict, form, row);
    expect(await rules()).toEqual(["if Q1 = A1 then show Q3"]);
  });

  it("comes as the part of the page where a script asks for it, and so does what it says then", async () => {
    const { ada, form, address, last, row } = await opened();
    const frame = { "Turbo-Frame": `conditions-${last.id}` };
    const inPlace = await ada.get(form, frame);
    expect(inPlace.html).toMatch(/^<!doctype html><turbo-frame/);
    expect((await ada.get(`${address}/edit`, frame)).html).toMatch(/^<!doctype html><turbo-frame/);
    const { hidden } = formsOf(inPlace.html)[0] ?? { hidden: {} };
    const saved = await ada.post(form, { ...hidden, ...row }, { Accept: "text/vnd.turbo-stream.html" });
    expect(saved.html).toContain(`<turbo-stream action="replace" target="conditions-${last.id}"`);
    expect(saved.html).toContain("Shown when Q1 How was it? is Good");
  });
});

describe("a question that conditions name", () => {
  it("says so before it is deleted, and is deleted with what names it", async () => {
    const { ada, address, write, rules, first, titles } = await opened();
    await write("if Q1 = A1 and Q2 answered then show Q3\nif Q1 = A2 then branch from Q2 to END");
    const edit = await ada.get(`${address}/edit`);
    expect(edit.html).toContain(`href="${address}/edit/remove/${first.id}"`);
    expect(edit.html).not.toContain(`value="remove ${first.id}"`);
    const asked = await ada.get(`${address}/edit/remove/${first.id}`);
    expect(asked.html).toContain("Delete Q1 How was it?");
    expect(asked.html).toMatch(/Q3 [^<]* – Shown when Q1 How was it\? is [^<]* and Q2 /);
    expect(asked.html).toMatch(/After Q2 [^<]*, on to [^<]* when: Q1 /);
    const removed = await ada.submit(asked, `${address}/edit`, { do: `remove-named ${first.id}` });
    expect(removed.location).toContain("notice=remove");
    expect(await titles()).toEqual([["Anything else?"], ["Would you come again?"]]);
    expect(await rules()).toEqual(["if Q1 answered then show Q2"]);
    await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: "undo" });
    expect(await rules()).toHaveLength(2);
  });
});
