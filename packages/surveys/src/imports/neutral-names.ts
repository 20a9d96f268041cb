import { logicLimits, type Condition } from "../model/logic.ts";
import { testOf, type NamedQuestion } from "./condition-tests.ts";
import type { ConditionTree, NeutralTest } from "./neutral-survey.ts";

/** What conditions and jumps of a file can name, by the ids that the survey has for them. */
export interface NeutralNames {
  readonly questions: ReadonlyMap<string, NamedQuestion>;
  /** Page or question, each with its place: for pages that of its first question. */
  readonly places: ReadonlyMap<string, { readonly id: string; readonly position: number }>;
}

/**
 * A condition on the names of a file as one of ours.
 *
 * @param position before which questions have to stand: a later one has no answer yet
 * @returns undefined for one that rules here cannot say
 */
export function conditionOfTree(
  tree: ConditionTree,
  { questions }: Pick<NeutralNames, "questions">,
  position: number,
): Condition | undefined {
  return read(tree, 0);

  function read(part: ConditionTree, depth: number): Condition | undefined {
    if (depth > logicLimits.depth) return undefined;
    if (part.kind === "test") return test(part, questions, position);
    if (part.kind === "not") {
      const condition = read(part.condition, depth + 1);
      return condition && { kind: "not", condition };
    }
    const conditions = part.conditions.map((inner) => read(inner, depth + 1));
    const known = conditions.filter((one) => one !== undefined);
    if (known.length === 0 || known.length < conditions.length) return undefined;
    return known.length === 1 ? known[0] : { kind: part.kind, conditions: known };
  }
}

function test(
  { question: name, part: code, operator, value }: NeutralTest,
  questions: ReadonlyMap<string, NamedQuestion>,
  position: number,
): Condition | undefined {
  const question = questions.get(name);
  if (question === undefined || question.position >= position) return undefined;
  if (code === undefined) return testOf(question, operator, value);
  const part = question.parts.get(code);
  return part === undefined ? undefined : testOf({ ...question, part }, operator, value);
}
