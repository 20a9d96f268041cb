import { visibleQuestions } from "../../../src/logic/visible-questions.ts";
import type { AnswerValue } from "../../../src/model/answer-values.ts";
import type { SurveyDefinition } from "../../../src/model/definition.ts";

/** A variable of a source: the question that it is here, and the answers that its values are. */
export interface SourceVariable {
  readonly name: string;
  readonly questionId: string;
  /** By value; "" is no answer. */
  readonly answers: Readonly<Record<string, AnswerValue>>;
  /** When its question is asked; "" for always. */
  readonly relevance: string;
}

/** Whether an expression of a source is true. */
export type Evaluate = (expression: string, valueOf: (name: string) => string) => boolean;

/**
 * Compares which questions are shown with what the source says, over all its conditions and many sets of answers.
 *
 * @param variables in the order of the survey
 * @returns how often both agreed that a question is shown, or is not, and where they differed
 */
export function compareLogic(
  definition: SurveyDefinition,
  variables: readonly SourceVariable[],
  evaluate: Evaluate,
) {
  const outcome = { shown: 0, hidden: 0, differences: new Set<string>() };
  for (let seed = 0; seed < 2000; seed += 1) {
    const given = valuesOf(variables, seed * 7919);
    const visible = visibleQuestions(definition, answersOf(variables, given), {});
    for (const { name, isRelevant } of relevant(variables, given, evaluate)) {
      const { questionId = "" } = variables.find((one) => one.name === name) ?? {};
      if (visible.has(questionId) !== isRelevant) outcome.differences.add(name);
      else outcome[isRelevant ? "shown" : "hidden"] += 1;
    }
  }
  return { ...outcome, differences: [...outcome.differences] };
}

function valuesOf(variables: readonly SourceVariable[], seed: number): ReadonlyMap<string, string> {
  let rest = seed;
  return new Map(
    variables.map(({ name, answers }) => {
      const values = ["", ...Object.keys(answers)];
      const value = values[rest % values.length] ?? "";
      rest = Math.floor(rest / values.length);
      return [name, value];
    }),
  );
}

function answersOf(variables: readonly SourceVariable[], given: ReadonlyMap<string, string>) {
  return Object.fromEntries(
    variables.flatMap(({ name, questionId, answers }) => {
      const answer = answers[given.get(name) ?? ""];
      return answer === undefined ? [] : [[questionId, answer]];
    }),
  );
}

/** In the order of the survey: a question that is not relevant has no answer for those behind it. */
function relevant(
  variables: readonly SourceVariable[],
  given: ReadonlyMap<string, string>,
  evaluate: Evaluate,
): readonly { readonly name: string; readonly isRelevant: boolean }[] {
  const known = new Map<string, string>();
  return variables.map(({ name, relevance }) => {
    const isRelevant = relevance === "" || evaluate(relevance, (one) => known.get(one) ?? "");
    known.set(name, isRelevant ? (given.get(name) ?? "") : "");
    return { name, isRelevant };
  });
}
