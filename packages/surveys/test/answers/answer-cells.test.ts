import { describe, expect, it } from "vitest";
import { answeredCell, compileCells } from "../../src/answers/answer-cells.ts";
import type { AnswerValue } from "../../src/model/answer-values.ts";
import { mergeVersions } from "../../src/results/merge-versions.ts";
import { summariseQuestion } from "../../src/results/summarise-question.ts";
import { everyType, wirePages } from "../declared/survey-fixtures.ts";
import { assert, property } from "fast-check";
import { answerValuesTo } from "../support/answer-arbitrary.ts";
import { questions } from "../support/questions.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

const { pages } = wirePages(everyType);
const merged = mergeVersions([{ version: 1, pages }]);
const cellsOf = compileCells(pages);

function cellsFor(type: string, valueOf: (ids: readonly string[]) => AnswerValue): readonly string[] {
  const question = questions.find((one) => one.type === type);
  if (question === undefined) throw new Error(`There is no question of type ${type}.`);
  const parts =
    [question.options, question.subTitles, question.groups].find(({ length }) => length > 0) ?? [];
  const value = valueOf(parts.map(({ id }) => id));
  return cellsOf({ [question.id]: value }).map(({ cell }) => cell);
}

describe("the cells of an answer", () => {
  it("are each counted by the summary of the question", () => {
    assert(
      property(answerValuesTo(pages), (values) => {
        for (const { questionId, cell } of cellsOf(values)) {
          if (cell === answeredCell) continue;
          const found = merged.find(({ question }) => question.id === questionId);
          if (found === undefined) throw new Error(questionId);
          const [with1, without] = [new Map([[cell, 1]]), new Map<string, number>()];
          expect(summariseQuestion(found, with1), cell).not.toEqual(summariseQuestion(found, without));
        }
      }),
      { numRuns: runs(50) },
    );
  });

  it("say that there is an answer, and what was chosen", () => {
    expect(cellsFor("checkbox", ([a = "", , c = ""]) => [a, c])).toEqual([
      "answered",
      expect.stringMatching(/^o-100-/),
      expect.stringMatching(/^o-102-/),
    ]);
    expect(cellsFor("star", () => "4")).toEqual(["answered", "4"]);
    expect(cellsFor("sort", ([, , z = ""]) => [z])).toEqual([
      "answered",
      expect.stringMatching(/^o-102-.*\/1$/),
    ]);
    expect(cellsFor("chained_selects", ([province = "", city = ""]) => [province, city])).toEqual([
      "answered",
      expect.stringMatching(/^o-100-/),
      expect.stringMatching(/^o-101-/),
    ]);
    expect(cellsFor("text", () => "x")).toEqual(["answered"]);
  });
});
