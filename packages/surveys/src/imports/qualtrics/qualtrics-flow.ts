import { recordsIn, textIn } from "../is-record.ts";
import { allOf } from "../joined-conditions.ts";
import type { NeutralCondition, NeutralPage } from "../neutral-survey.ts";
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

/** Each block once, where it comes first: it is shown if one of its places is. */
export function blocksOfSteps(steps: readonly FlowStep[]): ReadonlyMap<string, NeutralCondition | undefined> {
  const blocks = new Map<string, NeutralCondition | undefined>();
  for (const { block, around } of steps) {
    if (block === undefined) continue;
    const condition = allOf(around);
    const known = blocks.get(block);
    const isFirst = !blocks.has(block);
    blocks.set(block, isFirst ? condition : known && condition && eitherOf(known, condition));
  }
  return blocks;
}

function eitherOf(one: NeutralCondition, other: NeutralCondition): NeutralCondition {
  const isKnown = one.tree !== undefined && other.tree !== undefined;
  return {
    text: `${one.text} or ${other.text}`,
    tree: isKnown ? { kind: "or", conditions: [one.tree, other.tree] } : undefined,
  };
}

/** Where the flow ends the survey before its last block. */
export interface FlowEnd {
  /** The page after which it ends; undefined where it may be that nothing of the block before is shown. */
  readonly from: string | undefined;
  readonly when: NeutralCondition | undefined;
}

/** The ends of a flow whose blocks have become pages. */
export function endsOfFlow(
  steps: readonly FlowStep[],
  pages: readonly (NeutralPage & { readonly block: string })[],
): readonly FlowEnd[] {
  const lastBlock = steps.findLastIndex(({ block }) => block !== undefined);
  return steps.slice(0, Math.max(lastBlock, 0)).flatMap(({ block, around }, at) => {
    if (block !== undefined) return [];
    const before = steps.slice(0, at).findLast((step) => step.block !== undefined);
    const last = pages.findLast((page) => page.block === before?.block);
    const isShown =
      before?.around.every((condition) => around.includes(condition)) === true &&
      last?.questions.some(({ condition }) => condition === undefined) === true;
    return [{ from: isShown ? last?.name : undefined, when: allOf(around) }];
  });
}
