import { describe, expect, it } from "vitest";
import { answerOfRow } from "../../src/answer-tables/answer-of-row.ts";
import { matchAnswerColumns } from "../../src/answer-tables/answer-columns.ts";
import { surveyColumns } from "../../src/exports/survey-columns.ts";
import { conditionOf, rowsOf } from "../../src/logic/condition-rows.ts";
import { checkLogic } from "../../src/logic/check-logic.ts";
import { parseRules } from "../../src/logic/rule-text/parse-rules.ts";
import { printRules } from "../../src/logic/rule-text/print-rule.ts";
import { testCondition } from "../../src/logic/test-condition.ts";
import { renewQuestion } from "../../src/editing/renew-question.ts";
import type { AnswerValue } from "../../src/model/answer-values.ts";
import { idMaker, idsOf } from "../../src/model/ids.ts";
import type { Rule } from "../../src/model/logic.ts";
import { cellId } from "../../src/model/matrix-cells.ts";
import { platformZone } from "../../src/model/platform-time.ts";
import type { Question, SurveyPage } from "../../src/model/question.ts";
import { checkAnswer, parseAnswer, wireFormOf } from "../../src/question-fields/fields-of-type.ts";
import { describeValue, writtenTexts } from "../../src/results/describe-answer.ts";
import { mergeVersions } from "../../src/results/merge-versions.ts";
import { NumberCounter, withNumbers } from "../../src/results/number-figures.ts";
import { summariseQuestion } from "../../src/results/summarise-question.ts";
import { answerWith, questionOf } from "../exports/export-fixtures.ts";

const matrix = questionOf("matrix_text");
const [monday = "", tuesday = ""] = matrix.subTitles.map(({ id }) => id);
const [morning = "", evening = ""] = matrix.options.map(({ id }) => id);
const numbers: Question = { ...matrix, validate: "number", maxlength: 0, required: true };
const next: Question = { ...questionOf("textarea"), id: "q-900-next", goto: "" };
const pagesOf = (question: Question): readonly SurveyPage[] => [
  { id: "p-1", index: "1", questions: [question, next] },
];
const filled = { [cellId(monday, morning)]: "2", [cellId(tuesday, evening)]: "3.5" };

function mergedOf(question: Question) {
  const found = mergeVersions([{ version: 1, pages: pagesOf(question) }]).find(
    (merged) => merged.question.id === question.id,
  );
  if (found === undefined) throw new Error("no question");
  return found;
}

function parsed(question: Question, fields: Readonly<Record<string, string>>): AnswerValue | undefined {
  const named = new Map(Object.entries(fields).map(([cell, text]) => [`${question.id}.${cell}`, text]));
  return parseAnswer({ getAll: (name) => [named.get(name) ?? []].flat() }, question).value;
}

describe("a matrix of texts or numbers", () => {
  it("takes a line for each cell, and leaves empty ones out", () => {
    expect(parsed(matrix, { [cellId(monday, morning)]: " tea ", [cellId(monday, evening)]: " " })).toEqual({
      [cellId(monday, morning)]: "tea",
    });
    expect(parsed(matrix, {})).toBe(undefined);
    // What an input method makes of digits.
    expect(parsed(numbers, { [cellId(monday, morning)]: "１２" })).toEqual({
      [cellId(monday, morning)]: "12",
    });
  });

  it("names the cell that is missing, too long or no number", () => {
    const full = Object.fromEntries(
      [monday, tuesday].flatMap((row) => [morning, evening].map((column) => [cellId(row, column), "1"])),
    );
    expect(checkAnswer(numbers, full)).toBe(undefined);
    expect(checkAnswer(numbers, { ...full, [cellId(tuesday, morning)]: "x" })).toEqual({
      code: "number",
      part: "Tuesday: Morning",
    });
    expect(checkAnswer(numbers, filled)).toEqual({ code: "part_required", part: "Monday: Evening" });
    expect(checkAnswer(matrix, filled)).toBe(undefined);
    expect(checkAnswer(matrix, { [cellId(monday, morning)]: "x".repeat(51) })).toMatchObject({
      code: "too_long",
      limit: 50,
    });
    expect(checkAnswer(matrix, { [monday]: "x" })).toEqual({ code: "not_an_answer" });
  });

  it("is on the wire as rows with what was written in each column", () => {
    const wire = JSON.parse(`{${wireFormOf(matrix).writerFor(matrix)(filled)}}`);
    expect(wire.groups).toEqual([
      { id: monday, text: "Monday", options: [{ id: morning, checked: 1, text: "2" }] },
      { id: tuesday, text: "Tuesday", options: [{ id: evening, checked: 1, text: "3.5" }] },
    ]);
    expect(wireFormOf(matrix).read(wire)).toEqual(filled);
  });

  it("has a column for each cell in exports, of numbers where it takes nothing else, and comes in again", () => {
    const versions = [{ version: 1, pages: pagesOf(numbers) }];
    const columns = surveyColumns({ versions, customArguments: [] }).filter(
      ({ question }) => question?.id === matrix.id,
    );
    expect(columns.map(({ title, kind }) => [title.replace(/^\d+\. /, ""), kind])).toEqual([
      ["Matrix of texts [Monday: Morning]", "number"],
      ["Matrix of texts [Monday: Evening]", "number"],
      ["Matrix of texts [Tuesday: Morning]", "number"],
      ["Matrix of texts [Tuesday: Evening]", "number"],
    ]);
    const answer = answerWith({ [matrix.id]: filled });
    const cells = columns.map(({ cell }) => cell(answer));
    expect(cells).toEqual([2, undefined, undefined, 3.5]);
    const matches = matchAnswerColumns(
      columns.map(({ name }) => name),
      [{ version: 1, pages: pagesOf({ ...numbers, required: false }) }],
    );
    const row = answerOfRow(
      matches,
      cells.map((cell) => String(cell ?? "")),
      platformZone("Asia/Shanghai"),
    );
    expect(row).toMatchObject({ values: { [matrix.id]: filled }, problems: [] });
  });

  it("can be asked about cell by cell, in rules as text and in rows", () => {
    const pages = pagesOf(numbers);
    const text = "if Q1.R2.A2 > 3 then show Q2";
    const read = parseRules(text, pages);
    const [rule] = "rules" in read ? read.rules : [];
    const subject = { kind: "question", question: matrix.id, part: cellId(tuesday, evening) } as const;
    expect(rule).toEqual({
      kind: "show",
      when: { kind: "number", subject, is: ">", value: 3 },
      target: next.id,
    });
    const rules = [rule as Rule];
    expect(printRules(rules, pages)).toEqual([text]);
    expect(checkLogic({ pages, logic: { rules } })).toEqual([]);
    const when = { kind: "number", subject, is: ">", value: 3 } as const;
    const rows = rowsOf(when);
    expect(rows && conditionOf(rows)).toEqual(when);
    const isTrue = (value: AnswerValue) => testCondition(when, { valueOf: () => value, customArguments: {} });
    expect([isTrue(filled), isTrue({ [cellId(monday, morning)]: "9" })]).toEqual([true, false]);
    const wrong = { ...when, subject: { ...subject, part: cellId(tuesday, "o-none") } };
    expect(
      checkLogic({ pages, logic: { rules: [{ kind: "show", when: wrong, target: next.id }] } }),
    ).toContainEqual({ code: "unknown_part", isError: true, rule: 0 });
  });

  it("keeps conditions on its cells when its ids become new ones", () => {
    const subject = { kind: "question", question: matrix.id, part: cellId(tuesday, evening) } as const;
    const rule = {
      kind: "show",
      when: { kind: "text", subject, is: "=", value: "x" },
      target: next.id,
    } as const;
    const definition = {
      title: "T",
      prefix: "",
      suffix: "",
      pages: pagesOf(matrix),
      logic: { rules: [rule] },
    };
    const makeId = idMaker(idsOf(definition), (size) => new Uint8Array(size));
    const { definition: renewed } = renewQuestion(definition, matrix, makeId);
    expect(checkLogic(renewed)).toEqual([]);
    expect(JSON.stringify(renewed.logic)).not.toContain(matrix.id);
  });

  it("is described by its rows and columns, and its texts are found", () => {
    expect(describeValue(matrix, filled)).toEqual(["Monday – Morning: 2", "Tuesday – Evening: 3.5"]);
    expect(writtenTexts(matrix, filled)).toEqual(["2", "3.5"]);
  });

  it("of numbers has figures for each cell, equal to a recount", () => {
    const merged = mergedOf(numbers);
    const counter = new NumberCounter([merged]);
    const given = [4, 8, 6, 1.5];
    for (const number of given) counter.add({ [matrix.id]: { [cellId(monday, morning)]: String(number) } });
    counter.add({ [matrix.id]: { [cellId(monday, morning)]: "none" } });
    const summary = withNumbers(merged, summariseQuestion(merged, new Map([["answered", 5]])), counter);
    if (summary.kind !== "number_cells") throw new Error(summary.kind);
    const mean = given.reduce((sum, one) => sum + one, 0) / given.length;
    const squares = given.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    const [first, second] = summary.rows[0]?.cells ?? [];
    expect(first).toEqual({
      counted: 4,
      mean: expect.closeTo(mean),
      deviation: expect.closeTo(Math.sqrt(squares / 3)),
      least: 1.5,
      greatest: 8,
    });
    expect(second?.counted).toBe(0);
    expect(summary.columns.map(({ label }) => label)).toEqual(["Morning", "Evening"]);
  });

  it("of texts counts its answers", () => {
    const merged = mergedOf(matrix);
    const summary = summariseQuestion(merged, new Map([["answered", 2]]));
    expect(withNumbers(merged, summary, new NumberCounter([merged]))).toEqual({ kind: "texts", answered: 2 });
  });
});
