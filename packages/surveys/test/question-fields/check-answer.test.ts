import { describe, expect, it, test } from "vitest";
import type { AnswerValue } from "../../src/model/answer-values.ts";
import type { Question } from "../../src/model/question.ts";
import { checkAnswer, parseAnswer } from "../../src/question-fields/fields-of-type.ts";
import { problemText, questionTextsFor } from "../../src/question-fields/texts/texts-for.ts";
import { letters, questionOf } from "../support/questions.ts";

const texts = questionTextsFor("en");
const checkbox = questionOf({
  type: "checkbox",
  title: "Which?",
  min_choices: 2,
  max_choices: 3,
  options: [...letters(4), { text: "None", exclusive: true }, { text: "Other ____", has_blanks: true }],
});
const option = (question: Question, at: number) => question.options[at]?.id ?? "";
const choices = (...at: number[]) => at.map((position) => option(checkbox, position));
const radio = questionOf({ type: "radio", title: "Which?", options: letters(2) });
const matrix = questionOf({
  type: "matrix_radio",
  title: "Rate",
  required: true,
  options: letters(2),
  sub_titles: [{ text: "Soup" }, { text: "Salad" }],
});
const [soup = "", salad = ""] = matrix.subTitles.map(({ id }) => id);
const marks = questionOf({ type: "matrix_star", title: "Rate", sub_titles: [{ text: "Soup" }] });
const email = questionOf({ type: "text", title: "Mail", validate: "email", max_length: 20 });
const number = questionOf({ type: "text", title: "How many?", validate: "number" });
const area = questionOf({ type: "textarea", title: "Why?", max_length: 5 });
const blanks = questionOf({
  type: "blanks",
  title: "You",
  required: true,
  blanks: [{ text: "Name" }, { text: "City" }],
});
const [name = "", city = ""] = blanks.blank_setting.map(({ id }) => id);
const star = questionOf({ type: "star", title: "Rate" });
const linked = questionOf({
  type: "chained_selects",
  title: "Where?",
  levels: ["A", "B"],
  paths: [["a", "b"], ["c"]],
});
const [a = "", b = "", c = ""] = linked.groups.map(({ id }) => id);
const other = checkbox.blank_setting[0]?.id ?? "";

describe("an answer to a question", () => {
  test.each<readonly [string, Question, AnswerValue, string | undefined]>([
    ["two choices", checkbox, choices(0, 1), undefined],
    ["too few choices", checkbox, choices(0), "Choose at least 2."],
    ["too many choices", checkbox, choices(0, 1, 2, 3), "Choose at most 3."],
    [
      "an exclusive choice with others",
      checkbox,
      choices(0, 4),
      "None: This option cannot be chosen together with others.",
    ],
    [
      "a choice that is not there",
      checkbox,
      [...choices(0), "o-1"],
      "Choose from the options of the question.",
    ],
    ["a choice twice", checkbox, choices(0, 0), "Choose from the options of the question."],
    ["a filled blank", checkbox, { options: choices(0, 5), blanks: { [other]: "x" } }, undefined],
    [
      "a blank of an option that was not chosen",
      checkbox,
      { options: choices(0, 1), blanks: { [other]: "x" } },
      "This is not an answer to the question.",
    ],
    [
      "a blank with two lines",
      checkbox,
      { options: choices(0, 5), blanks: { [other]: "x\ny" } },
      "Use one line only.",
    ],
    ["two choices for one", radio, [option(radio, 0), option(radio, 1)], "Choose only one option."],
    ["a text for a choice", radio, "x", "Choose only one option."],
    ["every row", matrix, { [soup]: [option(matrix, 0)], [salad]: [option(matrix, 1)] }, undefined],
    ["a row left out", matrix, { [soup]: [option(matrix, 0)] }, "Answer “Salad”."],
    [
      "two choices in a row",
      matrix,
      { [soup]: matrix.options.map(({ id }) => id) },
      "Soup: Choose only one option.",
    ],
    [
      "a row that is not there",
      matrix,
      { "g-9": [option(matrix, 0)] },
      "This is not an answer to the question.",
    ],
    [
      "a mark off the scale in a row",
      marks,
      { [marks.subTitles[0]?.id ?? ""]: "6" },
      "Soup: Choose a number from 1 to 5.",
    ],
    ["an e-mail address", email, "ada@example.org", undefined],
    ["no e-mail address", email, "ada", "Enter an e-mail address, such as name@example.org."],
    ["a long text", email, `${"x".repeat(20)}@example.org`, "Use at most 20 characters."],
    ["two lines for one", email, "a\nb", "Use one line only."],
    ["a number", number, "-3.5", undefined],
    ["no number", number, "three", "Enter a number, such as 12 or 3.5."],
    ["several lines", area, "a\nb", undefined],
    ["half of a character", area, "\ud800", "This text has characters that cannot be stored."],
    ["NUL", area, "\0", "This text has characters that cannot be stored."],
    ["a list for a text", area, ["x"], "This is not an answer to the question."],
    ["all blanks", blanks, { [name]: "Ada", [city]: "London" }, undefined],
    ["a blank left out", blanks, { [name]: "Ada" }, "Answer “City”."],
    [
      "a long blank",
      blanks,
      { [name]: "x".repeat(20_001), [city]: "London" },
      "Name: Use at most 20000 characters.",
    ],
    ["a mark", star, "5", undefined],
    ["a mark off the scale", star, "0", "Choose a number from 1 to 5."],
    ["no mark", star, "4.5", "Choose a number from 1 to 5."],
    ["a path", linked, [a, b], undefined],
    ["a short path", linked, [c], undefined],
    ["a path that does not end", linked, [a], "Choose from the list, down to its last level."],
    ["a path that is none", linked, [c, b], "Choose from the list, down to its last level."],
    ["a phone number", questionOf({ type: "phone", title: "Call" }), "+86 138-0013-8000", undefined],
    [
      "no phone number",
      questionOf({ type: "phone", title: "Call" }),
      "none",
      "Enter a phone number, such as +86 138 0013 8000.",
    ],
    ["a day", questionOf({ type: "datetime", title: "When?" }), "2026-02-28", undefined],
    [
      "a day that no calendar has",
      questionOf({ type: "datetime", title: "When?" }),
      "2026-02-30",
      "Enter a day, a time or both, such as 2026-11-01 09:30.",
    ],
    [
      "an answer to a paragraph",
      questionOf({ type: "description", title: "Read" }),
      "x",
      "This is not an answer to the question.",
    ],
    [
      "six files",
      questionOf({ type: "upload", title: "Send" }),
      ["a", "b", "c", "d", "e", "f"],
      "Send at most 5 files.",
    ],
  ])("is checked: %s", (_, question, value, expected) => {
    const problem = checkAnswer(question, value);
    expect(problem && problemText(problem, texts)).toBe(expected);
  });

  it("may be missing unless the question is required", () => {
    expect(checkAnswer(radio, undefined)).toBeUndefined();
    expect(checkAnswer({ ...radio, required: true }, undefined)).toEqual({ code: "required" });
    expect(
      checkAnswer({ ...questionOf({ type: "description", title: "Read" }), required: true }, undefined),
    ).toBeUndefined();
  });

  it("has every problem in both languages", () => {
    const chinese = questionTextsFor("zh-CN");
    expect(Object.keys(chinese.problems)).toEqual(Object.keys(texts.problems));
    for (const code of Object.keys(texts.problems) as (keyof typeof texts.problems)[])
      expect(problemText({ code, part: "P", limit: 3, from: 1 }, chinese)).toMatch(/[一-龥]/);
  });

  it("chooses an option whose blank was filled in", () => {
    const single = questionOf({
      type: "radio",
      title: "Which?",
      options: [{ text: "A" }, { text: "Other ____", has_blanks: true }],
    });
    const [first, second] = single.options.map(({ id }) => id);
    const blank = single.blank_setting[0]?.id ?? "";
    const parse = (fields: Record<string, string>) => parseAnswer(new URLSearchParams(fields), single).value;
    const filled = { [`${single.id}.${blank}`]: " soup " };
    expect(parse(filled)).toEqual({ options: [second], blanks: { [blank]: "soup" } });
    expect(parse({ ...filled, [single.id]: first ?? "" })).toEqual([first]);
  });
});
