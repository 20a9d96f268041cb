import { describe, expect, it } from "vitest";
import type { AnswerValue } from "../../src/model/answer-values.ts";
import type { Question } from "../../src/model/question.ts";
import { answerCells, summariseQuestion } from "../../src/question-types/question-types.ts";
import { letters, questionOf, questions } from "../support/questions.ts";

function summaryOf(question: Question, values: readonly AnswerValue[]) {
  const tallies = new Map<string, number>();
  for (const cell of values.flatMap((value) => answerCells(question, value)))
    tallies.set(cell, (tallies.get(cell) ?? 0) + 1);
  return summariseQuestion(question, tallies);
}

describe("what is counted of answers", () => {
  it("is each option, with its share of those who answered", () => {
    const question = questionOf({ type: "checkbox", title: "Which?", options: letters(3) });
    const [a = "", b = ""] = question.options.map(({ id }) => id);
    const summary = summaryOf(question, [[a], [a, b], [b], [a]]);
    expect(summary.answered).toBe(4);
    expect(summary.groups[0]?.entries.map(({ label, count, share }) => [label, count, share])).toEqual([
      ["A", 3, 0.75],
      ["B", 2, 0.5],
      ["C", 0, 0],
    ]);
  });

  it("is each mark, with mean, median and net promoter score", () => {
    const scale = questionOf({ type: "nps", title: "Recommend?" });
    const [group] = summaryOf(scale, ["10", "9", "7", "0"]).groups;
    expect(group).toMatchObject({ mean: 6.5, median: 8, promoterScore: 25 });
    const [five] = summaryOf(questionOf({ type: "star", title: "Rate" }), ["1", "5", "5"]).groups;
    expect(five).toMatchObject({ answered: 3, median: 5 });
    expect(five).not.toHaveProperty("promoterScore");
  });

  it("is each row of a matrix by itself", () => {
    const question = questionOf({
      type: "matrix_star",
      title: "Rate",
      sub_titles: [{ text: "Soup" }, { text: "Salad" }],
    });
    const [soup = "", salad = ""] = question.subTitles.map(({ id }) => id);
    const { answered, groups } = summaryOf(question, [{ [soup]: "5", [salad]: "1" }, { [soup]: "3" }]);
    expect(answered).toBe(2);
    expect(groups.map(({ label, answered: count, mean }) => [label, count, mean])).toEqual([
      ["Soup", 2, 4],
      ["Salad", 1, 1],
    ]);
  });

  it("is the rank of each choice of a ranking", () => {
    const question = questionOf({ type: "sort", title: "Order", options: letters(2) });
    const [a = "", b = ""] = question.options.map(({ id }) => id);
    const { groups } = summaryOf(question, [[a, b], [b, a], [b]]);
    expect(groups.map(({ label, answered, mean }) => [label, answered, mean])).toEqual([
      ["A", 2, 1.5],
      ["B", 3, 4 / 3],
    ]);
  });

  it("is only the number of answers of a text", () => {
    const question = questionOf({ type: "text", title: "Why?" });
    expect(summaryOf(question, ["a", "b"])).toEqual({ answered: 2, groups: [] });
  });

  it.each(questions)("is nothing without answers: $type", (question) => {
    const summary = summariseQuestion(question, new Map());
    expect(summary.answered).toBe(0);
    expect(
      summary.groups
        .flatMap(({ entries }) => entries)
        .every(({ count, share }) => count === 0 && share === 0),
    ).toBe(true);
  });
});
