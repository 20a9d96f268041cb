import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { pastedQuestionsInTurns } from "../../../src/imports/text/pasted-questions.ts";
import { atOnce } from "../../../src/model/in-turns.ts";

function read(text: string) {
  const made = atOnce(pastedQuestionsInTurns(text, { language: "en", randomBytes }));
  if (!made.ok) return made.problems;
  return made.pages.map(({ questions }) =>
    questions.map(({ title, type, options }) => [type, title, ...options.map((option) => option.text)]),
  );
}

it("pasted questions are read as the text form where a line names its type, without a title of a survey", () => {
  expect(
    read("How was it?[Single Choice]\ngood\nbad\n\n=== Page Break ===\n\nWhy?[Multi-line Text]"),
  ).toEqual([[["radio", "How was it?", "good", "bad"]], [["textarea", "Why?"]]]);
});

it("the title and introduction of a pasted survey text become a paragraph", () => {
  expect(read("Lunch\n\nTwo minutes.\n\nHow was it?[Single Choice]\ngood\nbad")).toEqual([
    [
      ["description", "Lunch"],
      ["radio", "How was it?", "good", "bad"],
    ],
  ]);
});

it("what is wrong with a pasted text is named by its own lines", () => {
  expect(read("How was it?[Single Choice]\ngood\nbad\n\nWhich?[Single Choice]")).toMatchObject([{ line: 5 }]);
});

it("lines of a document become questions by their numbers, with their texts around them", () => {
  expect(
    read("Canteen\n\n1. Who are you? (single choice)\nA. Guest\nB. Staff\n2. Why?\n\nThank you!"),
  ).toEqual([
    [
      ["description", "Canteen"],
      ["radio", "Who are you?", "Guest", "Staff"],
      ["textarea", "Why?"],
      ["description", "Thank you!"],
    ],
  ]);
});

it("lines without numbers become questions by paragraphs and question marks", () => {
  expect(
    read("Which colour?\nred\nblue\n\nYour name\n\nHow old are you?\nWhen did you come?\n- May\n- June"),
  ).toEqual([
    [
      ["radio", "Which colour?", "red", "blue"],
      ["text", "Your name"],
      ["text", "How old are you?"],
      ["radio", "When did you come?", "May", "June"],
    ],
  ]);
});

function readTables(text: string) {
  const made = atOnce(pastedQuestionsInTurns(text, { language: "en", randomBytes }));
  if (!made.ok) return made.problems;
  return made.pages
    .flatMap(({ questions }) => questions)
    .map(({ type, title, options, subTitles, starNum }) => ({
      type,
      title,
      rows: subTitles.map((row) => row.text),
      columns: starNum > 0 ? starNum : options.map((option) => option.text),
    }));
}

it.each<readonly [string, string, object]>([
  [
    "with an empty corner and empty cells",
    "\tGood\tBad\nFood\t\t\nService\t\t\n",
    { type: "matrix_radio", rows: ["Food", "Service"], columns: ["Good", "Bad"] },
  ],
  [
    "whose tabs at the ends of lines are lost",
    "Good\tBad\nFood\nService",
    { type: "matrix_radio", rows: ["Food", "Service"], columns: ["Good", "Bad"] },
  ],
  [
    "with boxes and numbered rows, after a remark and an empty line",
    "One in each row.\n\nItem\tGood\tBad\n1. Food\t□\t□\n2. Service\t□\t□",
    { type: "matrix_radio", rows: ["Food", "Service"], columns: ["Good", "Bad"] },
  ],
  [
    "of numbers in their order",
    "\t1\t2\t3\t4\t5\nFood\t\t\t\t\t\nService\t\t\t\t\t",
    { type: "matrix_star", rows: ["Food", "Service"], columns: 5 },
  ],
  [
    "with lines to write on",
    "\tName\tPrice\nFirst\t____\t____\nSecond\t____\t____",
    { type: "matrix_text", rows: ["First", "Second"], columns: ["Name", "Price"] },
  ],
])("a table %s below a question becomes one question", (_, table, expected) => {
  expect(readTables(`1. How was it?\n${table}\n\n2. Why?`)).toMatchObject([
    { title: "How was it?", ...expected },
    { type: "textarea", title: "Why?" },
  ]);
});

it("words in the title of a table say that a row has several choices, also without numbers", () => {
  expect(readTables("您用过哪些？可多选\n\n\t早餐\t午餐\n周一\t\t\n周二\t\t")).toMatchObject([
    { type: "matrix_checkbox", rows: ["周一", "周二"], columns: ["早餐", "午餐"] },
  ]);
});

it("cells that are no table of answers are lines, and none is lost", () => {
  expect(read("1. Which?\nred\tgreen\tblue\n\n2. What?\nName\tPrice\nTea\t2 euros")).toEqual([
    [
      ["radio", "Which?", "red", "green", "blue"],
      ["radio", "What?", "Name", "Price", "Tea", "2 euros"],
    ],
  ]);
});
