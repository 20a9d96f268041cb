import { describe, expect, it } from "vitest";
import { emptyQuestion } from "../../src/model/empty-question.ts";
import type { Condition } from "../../src/model/logic.ts";
import type { Question } from "../../src/model/question.ts";
import { canBeTrue } from "../../src/logic/can-be-true.ts";
import { checkLogic } from "../../src/logic/check-logic.ts";
import { Effort } from "../../src/logic/effort.ts";
import { prepareFlow } from "../../src/logic/survey-flow.ts";
import { visibleQuestions } from "../../src/logic/visible-questions.ts";

const list = <Item>(length: number, item: (at: number) => Item) =>
  Array.from({ length }, (_, at) => item(at));

function optionsShowing(count: number, display: readonly string[]): Question["options"] {
  return list(count, (at) => ({
    id: `o${at}`,
    text: `${at}`,
    exclusive: false,
    noRandom: false,
    goto: "",
    display: [...display],
  }));
}

/** Every option, in any of a hundred rows, shows each of a hundred questions. */
function matrixSurvey() {
  const shown = list(100, (at) => emptyQuestion(`t${at}`, "text"));
  const matrix: Question = {
    ...emptyQuestion("m", "matrix_radio"),
    subTitles: list(100, (at) => ({ id: `r${at}`, text: `${at}` })),
    options: optionsShowing(
      200,
      shown.map(({ id }) => id),
    ),
  };
  return { pages: [{ id: "p", index: "1", questions: [matrix, ...shown] }], logic: { rules: [] } };
}

const isText = (value: string): Condition => ({
  kind: "text",
  subject: { kind: "question", question: "q", part: "" },
  is: "=",
  value,
});

describe("the logic of a large survey", () => {
  it("has one condition for each option that shows something, whatever rows and targets there are", () => {
    const { shows } = prepareFlow(matrixSurvey());
    const conditions = [...shows.values()].flat();
    expect(conditions).toHaveLength(200 * 100);
    expect(new Set(conditions).size).toBe(200);
    expect(conditions.every((condition) => !("conditions" in condition))).toBe(true);
  });

  it("shows what an option of a matrix shows, in whichever row it was chosen", () => {
    const shown = visibleQuestions(matrixSurvey(), { m: { r99: ["o7"] } }, {});
    expect(shown.has("t42")).toBe(true);
    expect(visibleQuestions(matrixSurvey(), {}, {}).has("t42")).toBe(false);
    expect(checkLogic(matrixSurvey())).toEqual([]);
  });

  it("is examined in so many steps as there are; what is left then may be true", () => {
    const never: Condition = { kind: "and", conditions: list(100, (at) => isText("x".repeat(at + 1))) };
    const question = emptyQuestion("q", "text");
    let lookups = 0;
    const find = () => {
      lookups += 1;
      return question;
    };
    expect(canBeTrue(never, find)).toBe(false);
    const effort = new Effort(100_000);
    const outcomes = list(1000, () => canBeTrue(never, find, effort));
    expect([outcomes[0], outcomes.at(-1)]).toEqual([false, true]);
    expect(effort.isSpent).toBe(true);
    expect(lookups).toBeLessThan(20);
  });
});
