import { array, assert, property, type Arbitrary } from "fast-check";
import { describe, expect, test } from "vitest";
import { compileCells } from "../../src/answers/answer-cells.ts";
import { surveyColumns } from "../../src/exports/survey-columns.ts";
import {
  type AnswerValue,
  type AnswerValues,
  listAt,
  listIn,
  textAt,
  textIn,
} from "../../src/model/answer-values.ts";
import type { SurveyPage } from "../../src/model/question.ts";
import { mergeVersions, type MergedQuestion } from "../../src/results/merge-versions.ts";
import { CellCounter } from "../../src/results/scan-answers.ts";
import { summariseQuestion } from "../../src/results/summarise-question.ts";
import type { Summary } from "../../src/results/summary.ts";
import { wirePages } from "../declared/survey-fixtures.ts";
import { answerWith } from "../exports/export-fixtures.ts";
import { answerValuesTo } from "../support/answer-arbitrary.ts";
import { anyText, declaredPagesOf } from "../support/survey-arbitrary.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

interface Answered {
  readonly pages: readonly SurveyPage[];
  readonly answers: readonly AnswerValues[];
}

/** Generated surveys with some answers. */
const answered: Arbitrary<Answered> = declaredPagesOf(anyText).chain((declared) => {
  const { pages } = wirePages(declared);
  return array(answerValuesTo(pages, anyText), { maxLength: 8 }).map((answers) => ({ pages, answers }));
});

function summariesOf({ pages, answers }: Answered) {
  const counter = new CellCounter();
  const cellsOf = compileCells(pages);
  for (const values of answers) counter.add(cellsOf(values));
  return mergeVersions([{ version: 1, pages }]).map((merged) => ({
    merged,
    summary: summariseQuestion(merged, counter.tallies.get(merged.question.id) ?? new Map()),
  }));
}

/** A number of a summary, and what an answer has to say to be counted in it. */
interface CountOf {
  readonly count: number;
  readonly holds: (value: AnswerValue) => boolean;
}

/** Every number of a summary, with its meaning. */
function countsIn(summary: Summary): readonly CountOf[] {
  const everyAnswer = { count: summary.answered, holds: () => true };
  switch (summary.kind) {
    case "choices":
      return [everyAnswer, ...summary.parts.map(({ id, count }) => ({ count, holds: has(id) }))];
    case "marks":
      return summary.parts.map(({ id, count }) => ({ count, holds: (value) => textIn(value) === id }));
    case "ranking":
      return summary.parts.flatMap(({ id, places }) =>
        places.map((count, at) => ({ count, holds: (value: AnswerValue) => listIn(value)[at] === id })),
      );
    case "choice_rows":
      return summary.rows.flatMap((row) =>
        summary.columns.map(({ id }, at) => ({
          count: row.counts[at] ?? -1,
          holds: (value: AnswerValue) => listAt(value, row.id).includes(id),
        })),
      );
    case "mark_rows":
      return summary.rows.flatMap((row) =>
        summary.marks.map((mark, at) => ({
          count: row.counts[at] ?? -1,
          holds: (value: AnswerValue) => textAt(value, row.id) === String(mark),
        })),
      );
    default:
      return [everyAnswer];
  }
}

function has(id: string): (value: AnswerValue) => boolean {
  return (value) => listIn(value).includes(id);
}

/** How many answers there are to a question of which something holds. */
function countWhere(
  { question }: MergedQuestion,
  answers: readonly AnswerValues[],
  holds: (value: AnswerValue) => boolean,
): number {
  return answers.filter((values) => {
    const value = values[question.id];
    return value !== undefined && holds(value);
  }).length;
}

describe("results of generated surveys", () => {
  test("are what counting the answers one by one gives", () => {
    const check = property(answered, ({ pages, answers }) => {
      for (const { merged, summary } of summariesOf({ pages, answers })) {
        const counts = countsIn(summary);
        const expected = counts.map(({ holds }) => countWhere(merged, answers, holds));
        expect(counts.map(({ count }) => count)).toEqual(expected);
      }
    });
    assert(check, { numRuns: runs(100) });
  });

  test("are exported the same before and after a question was removed by an edit", () => {
    const check = property(answered, ({ pages, answers }) => {
      const fewer = pages.map((page) => ({ ...page, questions: page.questions.slice(1) }));
      const versions = [{ version: 1, pages }];
      const before = surveyColumns({ versions, customArguments: [] });
      const after = new Map(
        surveyColumns({ versions: [...versions, { version: 2, pages: fewer }], customArguments: [] }).map(
          (column) => [column.name, column],
        ),
      );
      for (const values of answers) {
        const answer = answerWith(values);
        for (const { name, cell } of before) expect(after.get(name)?.cell(answer)).toEqual(cell(answer));
      }
    });
    assert(check, { numRuns: runs(100) });
  });
});
