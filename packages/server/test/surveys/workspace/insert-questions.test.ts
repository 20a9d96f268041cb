import { expect, it } from "vitest";
import { surveyOfAda } from "./support/survey-of-ada.ts";

const pasted = "1. Who are you?\r\nA. Guest\r\nB. Staff\r\n2. Your comments\r\nPart 2\r\n3. How old are you?";

/** A page on which Ada looks at a text that she pastes before the second question. */
async function lookAt(text: string, chosen: Readonly<Record<string, string>> = {}) {
  const made = await surveyOfAda();
  const [page] = (await made.draft()).definition.pages;
  const place = `page=${page?.id}&before=${(await made.question(1)).id}`;
  const action = `${made.address}/edit/insert`;
  const look = await made.ada.submit(await made.ada.get(`${action}?${place}`), action, { text });
  const insert = (fields = chosen) => made.ada.submit(look, action, { text, do: "insert", ...fields });
  return { ...made, look, insert };
}

it("a pasted questionnaire is shown as it will be, and looking at it stores nothing", async () => {
  const { look, draft } = await lookAt(pasted);
  expect(look.status).toBe(200);
  expect(look.html).toContain("4 questions were understood.");
  for (const text of ["Who are you?", "Guest", "Your comments", "How old are you?"])
    expect(look.html).toContain(text);
  expect(look.html).toContain('<option value="textarea" selected');
  expect((await draft()).revision).toBe(1);
});

it("pasted questions come to their place with the types that were chosen, and go with one undo", async () => {
  const { ada, address, insert, draft, titles } = await lookAt(pasted, {
    "type-1": "checkbox",
    "type-3": "left-out",
  });
  const before = (await draft()).definition;
  const done = await insert();
  expect(done.location).toContain("notice=inserted");
  expect(await titles()).toEqual([
    ["How was it?", "Who are you?", "Your comments"],
    ["How old are you?", "Anything else?"],
    ["Would you come again?"],
  ]);
  const { definition } = await draft();
  expect(definition.pages[0]?.questions[1]).toMatchObject({
    type: "checkbox",
    options: [{ text: "Guest" }, {}],
  });
  expect(new Set(definition.pages.map(({ id }) => id)).size).toBe(3);
  await ada.submit(await ada.get(`${address}/edit`), `${address}/edit`, { do: "undo" });
  expect((await draft()).definition).toEqual(before);
});

it("a pasted text that is not understood is named by lines, stays in its field and changes nothing", async () => {
  const { look, insert, draft } = await lookAt("Which?[Single Choice]\n\nWhy?[Multi-line Text]");
  expect(look.status).toBe(400);
  expect(look.html).toContain("Line 1: a question of this type needs its options, one a line.");
  expect(look.html).toContain("Which?[Single Choice]");
  expect((await insert()).status).toBe(400);
  expect((await draft()).revision).toBe(1);
});

it("a text that was changed after the look is looked at again before it is inserted", async () => {
  const { insert, draft } = await lookAt(pasted);
  const again = await insert({ text: "1. Another one?" });
  expect([again.status, again.html.includes("One question was understood.")]).toEqual([200, true]);
  expect((await draft()).revision).toBe(1);
});

it("more questions than a page can have are refused with their number, and so is leaving out all", async () => {
  const many = await lookAt(
    Array.from({ length: 199 }, (_, at) => `${at + 1}. Question ${at + 1}?`).join("\n"),
  );
  const refused = await many.insert();
  expect([refused.status, refused.html.includes("a page can have at most 200")]).toEqual([400, true]);
  expect((await many.insert({ "type-1": "left-out" })).location).toContain("notice=inserted");
  const tooMany = await lookAt(Array.from({ length: 201 }, (_, at) => `${at + 1}. Question?`).join("\n"));
  expect([tooMany.look.status, tooMany.look.html.includes("questions: 200")]).toEqual([400, true]);
  const none = await lookAt("1. Why?");
  expect((await none.insert({ "type-1": "left-out" })).html).toContain("Keep at least one.");
  expect((await lookAt(" \n ")).look.html).toContain("Paste the text of at least one question.");
});
