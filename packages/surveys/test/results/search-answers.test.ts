import { expect, test } from "vitest";
import type { AnswerValue } from "../../src/model/answer-values.ts";
import type { Question } from "../../src/model/question.ts";
import { givenTexts } from "../../src/results/describe-answer.ts";
import { idOf, questionOf } from "../exports/export-fixtures.ts";

const radio = questionOf("radio");
const matrix = questionOf("matrix_radio");
const marks = questionOf("matrix_star");
const blanks = questionOf("blanks");

test.each<[string, Question, AnswerValue, readonly string[]]>([
  ["the option of a choice", radio, [idOf(radio, "Red")], ["Red"]],
  [
    "the options of a matrix, without the titles of its rows",
    matrix,
    { [idOf(matrix, "Row 2")]: [idOf(matrix, "Yes")] },
    ["Yes"],
  ],
  ["the marks of a matrix, without the titles of its rows", marks, { [idOf(marks, "Price")]: "3" }, ["3"]],
  ["what was filled into blanks, without their labels", blanks, { [idOf(blanks, "City")]: "Oslo" }, ["Oslo"]],
  ["a text as it was typed", questionOf("textarea"), "**bold** Row 2", ["**bold** Row 2"]],
  ["the names of files", questionOf("upload"), [`${"x".repeat(32)}/a b.pdf`], ["a b.pdf"]],
])("a search looks at %s", (_, question, value, texts) => {
  expect(givenTexts(question, value)).toEqual(texts);
});
