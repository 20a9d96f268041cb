import { expect, test } from "vitest";
import { rewriteQuestion } from "../../src/editing/rewrite-question.ts";
import { idMaker, idsOf } from "../../src/model/ids.ts";
import type { Question } from "../../src/model/question.ts";
import { definitionFromText } from "../../src/text-form/definition-from-text.ts";

const randomBytes = (size: number) => new Uint8Array(size);

/** The first question of a text. */
function questionOf(text: string): Question {
  const made = definitionFromText(`A survey\n\n\n${text}`);
  const question = made.ok ? made.definition.pages[0]?.questions[0] : undefined;
  if (question === undefined) throw new Error(JSON.stringify(made));
  return question;
}

function rewritten(before: Question, text: string): Question {
  const pages = [{ id: "p-1", index: "1", questions: [before] }];
  return rewriteQuestion(before, questionOf(text), idMaker(idsOf({ pages }), randomBytes));
}

const textsAndIds = (parts: readonly { readonly id: string; readonly text: string }[]) =>
  Object.fromEntries(parts.map(({ id, text }) => [text, id]));

test("options that keep their text keep their ids and settings, in the order of the text", () => {
  const read = questionOf("Colour?[Multiple Choice][Required]\nRed\nGreen\nOther ____");
  const [red, ...others] = read.options;
  const before: Question = {
    ...read,
    hidden: true,
    options: red === undefined ? [] : [{ ...red, exclusive: true, goto: "END" }, ...others],
  };
  const after = rewritten(before, "Which colour?[Multiple Choice][Optional]\nOther ____\nBlue\nRed");
  const [oldIds, newIds] = [textsAndIds(before.options), textsAndIds(after.options)];
  expect(after).toMatchObject({
    id: before.id,
    title: "Which colour?",
    required: false,
    hidden: true,
    blank_setting: before.blank_setting,
    options: [before.options[2], { text: "Blue" }, { ...red, exclusive: true, goto: "END" }],
  });
  expect(newIds["Red"]).toBe(oldIds["Red"]);
  expect(Object.values(oldIds)).not.toContain(newIds["Blue"]);
});

const idsIn = ({ options, subTitles, blank_setting, groups }: Question) =>
  [...options, ...subTitles, ...blank_setting, ...groups].map(({ id }) => id).toSorted();

test.each([
  [
    "rows and columns",
    "R[Matrix Single Choice]\nNo Yes\nTea\nMilk",
    "R[Matrix Single Choice]\nYes No\nMilk\nTea",
  ],
  ["blanks", "B[Multiple Blanks]\nAge: ____\nName: ____", "B[Multiple Blanks]\nName: ____\nAge: ____"],
  ["linked choices", "L[Linked Choice]\nA B\nx+y\nx+z", "L[Linked Choice]\nA B\nx+z\nx+y"],
])("%s keep their ids", (_, first, second) => {
  const before = questionOf(first);
  const after = rewritten(before, second);
  expect(idsIn(after)).toEqual(idsIn(before));
  expect(after).not.toEqual(before);
});

test("a question takes what its text says of another type, and keeps its limits where the text has none", () => {
  const scale = rewritten(questionOf("How?[Rating Scale]\n1~5"), "How good?[Rating Scale]\n0~10");
  expect(scale).toMatchObject({ starBeginNum: 0, starNum: 10 });
  const typed = rewritten(questionOf("Name[Single Line Text]"), "Name[Multiple Line Text]");
  expect(typed).toMatchObject({ type: "textarea", title: "Name" });
  const limited = questionOf("Which?[Multiple Choice][at most 3]\nA\nB\nC\nD");
  expect(rewritten(limited, "Which?[Multiple Choice]\nA\nB")).toMatchObject({ maxlength: 2 });
});

test.each([
  ["Age?[Single Line Text][Required][Personal]", "Age?[Single Line Text]"],
  ["Age?[Single Line Text]", "Age?[Single Line Text][个人信息]"],
  ["Age?[Single Line Text][Personal]", "Age?[Single Choice]\n20\n30"],
])(
  "%s is marked as personal after %s: a text can mark a question, and never takes the mark away",
  (first, then) => {
    expect(rewritten(questionOf(first), then)).toMatchObject({ personal: true });
  },
);
