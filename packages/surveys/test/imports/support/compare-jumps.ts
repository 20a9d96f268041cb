import { visibleQuestions } from "../../../src/logic/visible-questions.ts";
import type { AnswerValue } from "../../../src/model/answer-values.ts";
import type { SurveyDefinition } from "../../../src/model/definition.ts";

/** A question or section of a source, in its order. */
export interface SourceStep {
  readonly name: string;
  readonly questionId: string;
  /** By value of the source; none for a question that is not answered here. */
  readonly answers: Readonly<Record<string, AnswerValue>>;
}

/** Values by name of question; several of a multiple choice are joined by commas; "" for none. */
export type SourceValues = ReadonlyMap<string, string>;

/**
 * Compares which questions are shown with those that the source gets to, over many sets of answers.
 *
 * @param shownBySource names of what the source shows for values: written for the test, and without our rules
 * @param sets how many sets of answers
 * @returns how often both agreed, and the names where they differed
 */
export function compareJumps(
  definition: SurveyDefinition,
  steps: readonly SourceStep[],
  shownBySource: (values: SourceValues) => ReadonlySet<string>,
  sets = 2000,
) {
  const outcome = { shown: 0, hidden: 0, differences: new Set<string>() };
  for (let seed = 0; seed < sets; seed += 1) {
    const values = valuesOf(steps, seed * 7919);
    const wanted = shownBySource(values);
    const visible = visibleQuestions(definition, answersOf(steps, values), {});
    for (const { name, questionId } of steps) {
      if (visible.has(questionId) !== wanted.has(name)) outcome.differences.add(name);
      else outcome[wanted.has(name) ? "shown" : "hidden"] += 1;
    }
  }
  return { ...outcome, differences: [...outcome.differences] };
}

function valuesOf(steps: readonly SourceStep[], seed: number): SourceValues {
  let rest = seed;
  return new Map(
    steps.map(({ name, answers }) => {
      const all = ["", ...Object.keys(answers)];
      const value = all[rest % all.length] ?? "";
      rest = Math.floor(rest / all.length);
      return [name, value];
    }),
  );
}

function answersOf(steps: readonly SourceStep[], values: SourceValues) {
  return Object.fromEntries(
    steps.flatMap(({ name, questionId, answers }) => {
      const answer = answers[values.get(name) ?? ""];
      return answer === undefined ? [] : [[questionId, answer]];
    }),
  );
}

/** A way on from a step of a source, as the test writes it down. */
export interface SourceJump {
  readonly from: string;
  /** It knows only the values of what was passed. */
  readonly when: (valueOf: (name: string) => string) => boolean;
  /** "END" for the end. */
  readonly to: string;
}

/** Goes from step to step: by the first jump that is taken, or to the next one. */
export function passSteps(
  names: readonly string[],
  values: SourceValues,
  jumps: readonly SourceJump[],
): ReadonlySet<string> {
  const passed = new Set<string>();
  for (let at = 0; at >= 0 && at < names.length;) {
    const name = names[at] ?? "";
    passed.add(name);
    const valueOf = (one: string) => (passed.has(one) ? (values.get(one) ?? "") : "");
    const taken = jumps.find(({ from, when }) => from === name && when(valueOf));
    at = taken === undefined ? at + 1 : names.indexOf(taken.to);
  }
  return passed;
}
