import { type Cell, type CellsOf, compileCells } from "../answers/answer-cells.ts";
import { factCells, factsQuestionId } from "../model/answer-facts.ts";
import { parseValues } from "../store/answer-draft-table.ts";
import type { StoredAnswer } from "../store/answer-table.ts";
import type { SurveyStore } from "../store/survey-store.ts";
import type { SurveyTallies, TallyFilter } from "../store/tally-table.ts";
import type { VersionDefinition } from "../store/version-definition.ts";
import { answerBatches } from "./answer-batches.ts";

/** Answers that a scan reads: the newest ones, so that a page has an end whatever the survey has. */
export const scannedAnswers = 50_000;

/** Which answers to scan. */
export interface Scan {
  readonly surveyId: number;
  readonly definitions: readonly VersionDefinition[];
  readonly filter: TallyFilter;
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

/** Whether a filter lets an answer through. @param cell that the answer has to have; undefined for any answer */
export function answerFilter(
  definitions: readonly VersionDefinition[],
  filter: TallyFilter,
  cell: Cell | undefined,
): (answer: StoredAnswer) => boolean {
  const counters = countersOf(definitions);
  return (answer) => {
    if (!isWithin(filter, answer)) return false;
    const cellsOf = counters.get(answer.version);
    return cell === undefined || (cellsOf !== undefined && hasCell(allCells(cellsOf, answer), cell));
  };
}

function countersOf(definitions: readonly VersionDefinition[]): ReadonlyMap<number, CellsOf> {
  return new Map(definitions.map(({ version, definition }) => [version, compileCells(definition.pages)]));
}

function allCells(cellsOf: CellsOf, answer: StoredAnswer): readonly Cell[] {
  const facts = factCells(answer).map((cell) => ({ questionId: factsQuestionId, cell }));
  return [...facts, ...cellsOf(parseValues(answer.valuesText))];
}

function isWithin({ from = -Infinity, to = Infinity, version }: TallyFilter, answer: StoredAnswer): boolean {
  return answer.endedAt >= from && answer.endedAt < to && (version ?? answer.version) === answer.version;
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
