import { type Cell, type CellsOf, compileCells } from "../answers/answer-cells.ts";
import { factCells, factsQuestionId } from "../model/answer-facts.ts";
import { parseCustomArguments, parseValues } from "../store/answer-draft-table.ts";
import type { StoredAnswer } from "../store/answer-table.ts";
import type { SurveyStore } from "../store/survey-store.ts";
import type { SurveyTallies, TallyFilter } from "../store/tally-table.ts";
import { testCondition } from "../logic/test-condition.ts";
import type { Condition } from "../model/logic.ts";
import type { VersionDefinition } from "../store/version-definition.ts";
import { answerBatches } from "./answer-batches.ts";

/** Answers that a scan reads: the newest ones, so that a page has an end whatever the survey has. */
export const scannedAnswers = 50_000;

/** Which answers are meant. */
export interface AnswerFilter extends TallyFilter {
  /** What has to be true of an answer; nothing by default. */
  readonly condition?: Condition | undefined;
}

/** Which answers to scan. */
export interface Scan {
  readonly surveyId: number;
  readonly definitions: readonly VersionDefinition[];
  readonly filter: AnswerFilter;
  /** How many answers to read at most. Default {@link scannedAnswers}. */
  readonly most?: number;
}

/** How far a scan got. */
export interface ScanResult {
  /** Whether there are older answers that were not read. */
  readonly isPartial: boolean;
}

/**
 * Reads the newest answers that a filter lets through, with their cells; for what tallies cannot say. Facts about the
 * answer are cells too.
 */
export async function scanAnswers(
  store: Pick<SurveyStore, "listAnswers" | "newestSerial">,
  { surveyId, definitions, filter, most = scannedAnswers }: Scan,
  visit: (cells: readonly Cell[], answer: StoredAnswer) => void,
): Promise<ScanResult> {
  const upTo = await store.newestSerial(surveyId);
  const after = Math.max(0, upTo - most);
  const counters = countersOf(definitions);
  for await (const batch of answerBatches(store, { surveyId, after, upTo })) {
    for (const answer of batch.filter((one) => isWithin(filter, one))) {
      const cellsOf = counters.get(answer.version);
      if (cellsOf !== undefined) visit(allCells(cellsOf, answer), answer);
    }
  }
  return { isPartial: after > 0 };
}

/** Makes a test of whether an answer has a cell. */
export function cellFilter(
  definitions: readonly VersionDefinition[],
  cell: Cell,
): (answer: StoredAnswer) => boolean {
  const counters = countersOf(definitions);
  return (answer) => {
    const cellsOf = counters.get(answer.version);
    return cellsOf !== undefined && hasCell(allCells(cellsOf, answer), cell);
  };
}

function countersOf(definitions: readonly VersionDefinition[]): ReadonlyMap<number, CellsOf> {
  return new Map(definitions.map(({ version, definition }) => [version, compileCells(definition.pages)]));
}

function allCells(cellsOf: CellsOf, answer: StoredAnswer): readonly Cell[] {
  const facts = factCells(answer).map((cell) => ({ questionId: factsQuestionId, cell }));
  return [...facts, ...cellsOf(parseValues(answer.valuesText))];
}

/** Whether a filter lets an answer through. */
export function isWithin(
  { from = -Infinity, to = Infinity, version, condition }: AnswerFilter,
  answer: StoredAnswer,
): boolean {
  if (answer.endedAt < from || answer.endedAt >= to) return false;
  if (version !== undefined && version !== answer.version) return false;
  return condition === undefined || meets(condition, answer);
}

function meets(condition: Condition, { valuesText, argumentsText }: StoredAnswer): boolean {
  const values = parseValues(valuesText);
  return testCondition(condition, {
    valueOf: (id) => (Object.hasOwn(values, id) ? values[id] : undefined),
    customArguments: parseCustomArguments(argumentsText),
  });
}

/** Counts cells of answers, with the result that the tallies would have. */
export class CellCounter {
  readonly tallies: SurveyTallies;
  readonly #counts = new Map<string, Map<string, number>>();

  constructor() {
    this.tallies = this.#counts;
  }

  add(cells: readonly Cell[]): void {
    for (const { questionId, cell } of cells) {
      const counts = this.#counts.get(questionId) ?? new Map<string, number>();
      this.#counts.set(questionId, counts.set(cell, (counts.get(cell) ?? 0) + 1));
    }
  }
}

/** Whether an answer has a cell. */
export function hasCell(cells: readonly Cell[], { questionId, cell }: Cell): boolean {
  return cells.some((one) => one.questionId === questionId && one.cell === cell);
}
