import { logicLimits } from "../../model/logic.ts";
import { recordsIn, textIn } from "../is-record.ts";
import { allOf } from "../joined-conditions.ts";
import type { ConditionTree, NeutralCondition } from "../neutral-survey.ts";
import type { SourceTexts } from "../source-texts.ts";
import { conditionOfLogic } from "./qualtrics-logic.ts";

type Members = Readonly<Record<string, unknown>>;

/** A block in its place, or the end of the survey, with the conditions of the branches around it. */
export interface FlowStep {
  /** Undefined for the end of the survey. */
  readonly block: string | undefined;
  readonly around: readonly NeutralCondition[];
  /** Names the randomizer that shows it, with all others of it, in random order. */
  readonly randomizer?: string;
}

/** The steps of a flow in their order; what is no step is noted. */
export function stepsOfFlow(
  flow: unknown,
  texts: SourceTexts,
  around: readonly NeutralCondition[] = [],
): readonly FlowStep[] {
  return recordsIn(flow).flatMap((step) => {
    const type = textIn(step["Type"]);
    if (type === "Block" || type === "Standard") return [{ block: textIn(step["ID"]), around }];
    if (type === "EndSurvey") {
      texts.rest("", { EndSurvey: step["Options"] }, new Set());
      return [{ block: undefined, around }];
    }
    if (type === "Branch") return stepsOfBranch(step, texts, around);
    const steps = stepsOfFlow(step["Flow"], texts, around);
    if (type === "BlockRandomizer" && showsAll(step, steps))
      return steps.map((one) => ({ ...one, randomizer: textIn(step["FlowID"]) }));
    texts.lose("", "setting", `flow: ${type}`);
    return steps;
  });
}

/** Whether a randomizer shows all that is in it, and no more than blocks are in it. */
function showsAll({ Flow: flow, SubSet: subset }: Members, steps: readonly FlowStep[]): boolean {
  const count = recordsIn(flow).length;
  const areBlocks = steps.length === count && steps.every((step) => step.block !== undefined);
  return areBlocks && count > 1 && (subset === undefined || subset === "" || Number(subset) >= count);
}

function stepsOfBranch(
  step: Members,
  texts: SourceTexts,
  around: readonly NeutralCondition[],
): readonly FlowStep[] {
  const own = conditionOfLogic(step["BranchLogic"]) ?? { text: "branch", tree: undefined };
  const steps = stepsOfFlow(step["Flow"], texts, [...around, own]);
  if (steps.length === 0) texts.lose("", "condition", own.text);
  return steps;
}

/**
 * The blocks of a flow, each once, where it comes first: it is shown if one of its places is, and no branch before it has ended the
 * survey.
 *
 * @param questionsOf the names of the questions of a block
 */
export function blocksOfSteps(
  steps: readonly FlowStep[],
  texts: SourceTexts,
  questionsOf: (block: string) => readonly string[],
): ReadonlyMap<string, NeutralCondition | undefined> {
  const blocks = new Map<string, NeutralCondition | undefined>();
  const notEnded: NeutralCondition[] = [];
  const asked = new Set<string>();
  for (const { block, around } of untilEnd(steps, texts)) {
    if (block === undefined) {
      notEnded.push(...opposite(allOf(around), { asked, texts }));
      // So many say no more than that no rule can say it.
      if (notEnded.length > logicLimits.conditions)
        notEnded.splice(0, notEnded.length, { text: notEnded[0]?.text ?? "", tree: undefined });
      continue;
    }
    for (const question of questionsOf(block)) asked.add(question);
    const condition = allOf([...around, ...notEnded]);
    const known = blocks.get(block);
    const isFirst = !blocks.has(block);
    blocks.set(block, isFirst ? condition : known && condition && eitherOf(known, condition));
  }
  return blocks;
}

/** Without what is behind an end that everybody comes to, and without an end that is the last step. */
function untilEnd(steps: readonly FlowStep[], texts: SourceTexts): readonly FlowStep[] {
  const end = steps.findIndex(({ block, around }) => block === undefined && around.length === 0);
  const passed = end === -1 ? steps : steps.slice(0, end);
  if (steps.slice(end + 1).some(({ block }) => end !== -1 && block !== undefined))
    texts.lose("", "setting", "flow: blocks after EndSurvey");
  return passed.slice(0, passed.findLastIndex(({ block }) => block !== undefined) + 1);
}

/** That a branch did not end the survey: it knew only what was asked before it. */
function opposite(
  condition: NeutralCondition | undefined,
  { asked, texts }: { readonly asked: ReadonlySet<string>; readonly texts: SourceTexts },
): readonly NeutralCondition[] {
  if (condition?.tree !== undefined && questionsIn(condition.tree).every((name) => asked.has(name)))
    return [{ text: `not (${condition.text})`, tree: { kind: "not", condition: condition.tree } }];
  texts.lose("", "jump", `${condition?.text ?? ""} → END`);
  return [];
}

/** The questions that a condition is about; one side by side with others is known by their common name. */
function questionsIn(tree: ConditionTree): readonly string[] {
  if (tree.kind === "test") return [tree.question.replace(/#.*/, "")];
  return tree.kind === "not" ? questionsIn(tree.condition) : tree.conditions.flatMap(questionsIn);
}

function eitherOf(one: NeutralCondition, other: NeutralCondition): NeutralCondition {
  const isKnown = one.tree !== undefined && other.tree !== undefined;
  return {
    text: `${one.text} or ${other.text}`.slice(0, logicLimits.text),
    tree: isKnown ? { kind: "or", conditions: [one.tree, other.tree] } : undefined,
  };
}
