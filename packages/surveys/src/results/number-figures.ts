import type { AnswerValue, AnswerValues } from "../model/answer-values.ts";
import { cellId } from "../model/matrix-cells.ts";
import { numberIn } from "../model/number-in.ts";
import type { Question } from "../model/question.ts";
import { answersOf } from "../question-types/question-types.ts";
import { markFigures, type MarkCount } from "./mark-figures.ts";
import type { MergedQuestion } from "./merge-versions.ts";
import { noFigures, RunningFigures } from "./running-figures.ts";
import { optionsOf, rowsOf } from "./summarise-question.ts";
import type { CountedPart, NumberCell, Summary } from "./summary.ts";

/** Most columns of a distribution. */
const mostColumns = 10;

/** Whether the answers to a question are numbers. */
export function takesNumbers({ numbers }: Pick<MergedQuestion, "numbers">): boolean {
  return numbers.has("");
}

/** Counts the numbers of answers, one answer after the other. Tallies cannot: there may be as many different ones as answers. */
export class NumberCounter {
  readonly #counts: ReadonlyMap<string, Map<number, number>>;
  /** By question and cell, of those questions that have cells. */
  readonly #cells: ReadonlyMap<string, Map<string, RunningFigures>>;

  constructor(questions: readonly MergedQuestion[]) {
    const numbers = questions.filter(takesNumbers).map(({ question }) => question);
    this.#counts = new Map(
      numbers.filter((question) => !hasCells(question)).map(({ id }) => [id, new Map<number, number>()]),
    );
    this.#cells = new Map(numbers.filter(hasCells).map(({ id }) => [id, new Map<string, RunningFigures>()]));
  }

  add(values: AnswerValues): void {
    for (const [id, figures] of this.#cells) if (Object.hasOwn(values, id)) addCells(figures, values[id]);
    for (const [id, counts] of this.#counts) {
      const value = Object.hasOwn(values, id) ? values[id] : undefined;
      const number = typeof value === "string" ? numberIn(value) : undefined;
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  }

  /** What the numbers in a cell of a question come to. */
  figuresOf(questionId: string, cell: string): NumberCell {
    return this.#cells.get(questionId)?.get(cell)?.figures ?? noFigures;
  }

  /** The numbers that were given to a question, and how often. */
  countsOf(questionId: string): readonly MarkCount[] {
    return [...(this.#counts.get(questionId) ?? [])].map(([mark, count]) => ({ mark, count }));
  }
}

function hasCells(question: Question): boolean {
  return answersOf(question) === "row_texts";
}

function addCells(figures: Map<string, RunningFigures>, value: AnswerValue | undefined): void {
  if (typeof value !== "object") return;
  for (const [cell, text] of Object.entries(value)) {
    const number = typeof text === "string" ? numberIn(text) : undefined;
    if (number === undefined) continue;
    const known = figures.get(cell) ?? new RunningFigures();
    known.add(number);
    figures.set(cell, known);
  }
}

/**
 * The answers to a question, with the numbers that were counted where it takes nothing else.
 *
 * @param summary as {@link summariseQuestion} makes it
 */
export function withNumbers(merged: MergedQuestion, summary: Summary, numbers: NumberCounter): Summary {
  if (!takesNumbers(merged)) return summary;
  const { question } = merged;
  const { answered } = summary;
  if (!hasCells(question)) return summariseNumbers(numbers.countsOf(question.id), answered);
  const columns = optionsOf(merged);
  const rows = rowsOf(merged).map((row) => ({
    ...row,
    cells: columns.map((column) => numbers.figuresOf(question.id, cellId(row.id, column.id))),
  }));
  return { kind: "number_cells", answered, columns, rows };
}

/**
 * Summarises the answers to a question that takes numbers.
 *
 * @param answered how many answers there are to it: more than `counts` has where only the newest were counted
 */
export function summariseNumbers(
  counts: readonly MarkCount[],
  answered: number,
): Extract<Summary, { readonly kind: "numbers" }> {
  const marks = counts.map(({ mark }) => mark);
  const figures = markFigures(counts);
  return {
    kind: "numbers",
    answered,
    counted: figures.answered,
    mean: figures.mean,
    median: figures.median,
    deviation: figures.deviation,
    least: marks.length === 0 ? undefined : marks.reduce((a, b) => Math.min(a, b)),
    greatest: marks.length === 0 ? undefined : marks.reduce((a, b) => Math.max(a, b)),
    areRanges: counts.length > mostColumns,
    parts: distribution(counts, figures.answered),
  };
}

/** Each number by itself while there are few; else ranges of the same width, with round bounds. */
function distribution(counts: readonly MarkCount[], answered: number): readonly CountedPart[] {
  const ascending = counts.toSorted((a, b) => a.mark - b.mark);
  const parts = ascending.length <= mostColumns ? singles(ascending) : ranges(ascending);
  return parts.map((part) => ({ ...part, isArchived: false, share: part.count / answered }));
}

type Column = Pick<CountedPart, "id" | "label" | "count">;

function singles(ascending: readonly MarkCount[]): readonly Column[] {
  return ascending.map(({ mark, count }) => ({ id: String(mark), label: String(mark), count }));
}

function ranges(ascending: readonly MarkCount[]): readonly Column[] {
  const [least = 0, greatest = 0] = [ascending[0]?.mark, ascending.at(-1)?.mark];
  const width = roundWidth(least, greatest);
  const first = Math.floor(least / width);
  const columns = Array.from({ length: Math.floor(greatest / width) - first + 1 }, () => 0);
  for (const { mark, count } of ascending) {
    const at = Math.floor(mark / width) - first;
    columns[at] = (columns[at] ?? 0) + count;
  }
  return columns.map((count, at) => {
    const label = `${bound((first + at) * width)} – ${bound((first + at + 1) * width)}`;
    return { id: label, label, count };
  });
}

/** The least width of 1, 2 or 5 times a power of ten with which no more than {@link mostColumns} ranges are needed. */
function roundWidth(least: number, greatest: number): number {
  const power = 10 ** (Math.floor(Math.log10((greatest - least) / mostColumns)) - 1);
  const widths = [1, 2, 5, 10, 20, 50, 100, 200, 500].map((step) => step * power);
  const fits = (width: number) => Math.floor(greatest / width) - Math.floor(least / width) < mostColumns;
  return widths.find(fits) ?? greatest - least;
}

/** Without the digits that only floating point has. */
function bound(value: number): string {
  return String(Number(value.toPrecision(12)));
}
