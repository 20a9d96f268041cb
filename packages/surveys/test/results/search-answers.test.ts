import { expect, test } from "vitest";
import type { AnswerValue } from "../../src/model/answer-values.ts";
import type { Question } from "../../src/model/question.ts";
import { givenTexts } from "../../src/results/describe-answer.ts";
import { searchAnswers } from "../../src/results/search-answers.ts";
import type { StoredAnswer } from "../../src/store/answer-table.ts";
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

const stored = (answerId: number, valuesText: string): StoredAnswer => ({
  surveyId: 1,
  answerId,
  version: 1,
  respondentId: 0,
  respondentOpenid: "",
  respondentNickname: "",
  startedAt: 0,
  endedAt: 0,
  argumentsText: "",
  valuesText,
  hash: "",
  changedAt: null,
  channel: "",
  ua: "",
  referrer: "",
  address: "",
  addressUntil: null,
  onceKey: null,
  language: "",
  consentVersion: 0,
});

/** Searches answers of a length, and counts the turns that other work gets meanwhile. */
async function turnsOfSearch(length: number): Promise<number> {
  const answers = Array.from({ length: 20 }, (_, at) =>
    stored(20 - at, JSON.stringify({ q: "x".repeat(length) })),
  );
  const store = {
    listAnswersBefore: async ({ before }: { before: number }) =>
      answers.filter(({ answerId }) => answerId < before),
  };
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const found = await searchAnswers(store, {
    surveyId: 1,
    search: "nothing",
    before: undefined,
    limit: 10,
    questions: [],
  });
  isOver = true;
  expect(found).toMatchObject({ answers: [], searched: 20, next: undefined });
  return turns;
}

test("a search of long answers leaves turns to other work, one of short answers needs none", async () => {
  expect(await turnsOfSearch(10)).toBeLessThanOrEqual(2);
  expect(await turnsOfSearch(300_000)).toBeGreaterThanOrEqual(9);
});
