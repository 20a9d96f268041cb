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
