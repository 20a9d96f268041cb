import type { Cell } from "../answers/answer-cells.ts";
import type { SummaryPart } from "./summary.ts";

/** How the answers to two questions go together. */
export interface CrossTable {
  readonly columns: readonly (CrossEntry & { readonly total: number })[];
  /** `counts` are in the order of the columns. */
  readonly rows: readonly (CrossEntry & { readonly counts: readonly number[]; readonly total: number })[];
  /** That have both questions. */
  readonly answers: number;
}

/** What was chosen: an option or a mark. */
export type CrossEntry = Pick<SummaryPart, "id" | "label">;

/** A question of a cross table, with what can be chosen. */
export interface CrossQuestion {
  readonly questionId: string;
  readonly entries: readonly CrossEntry[];
}

/** Most fields of a cross table: more can be neither read nor shown at once. */
export const mostCrossFields = 10_000;

/** Whether two questions have more pairs of choices than {@link mostCrossFields}. */
export function crossIsTooLarge(rows: CrossQuestion, columns: CrossQuestion): boolean {
  return rows.entries.length * columns.entries.length > mostCrossFields;
}

/** Counts pairs of what was chosen for two questions, one answer after the other. */
export class CrossTableCounter {
  readonly #rows: CrossQuestion;
  readonly #columns: CrossQuestion;
  readonly #pairs = new Map<string, number>();
  readonly #rowTotals = new Map<string, number>();
  readonly #columnTotals = new Map<string, number>();
  #answers = 0;

  constructor(rows: CrossQuestion, columns: CrossQuestion) {
    this.#rows = rows;
    this.#columns = columns;
  }

  /** Counts an answer that has both questions. Of several choices each counts, so a total may be less than its cells. */
  add(cells: readonly Cell[]): void {
    const rows = chosen(cells, this.#rows);
    const columns = chosen(cells, this.#columns);
    if (rows.length === 0 || columns.length === 0) return;
    this.#answers += 1;
    for (const column of columns) addOne(this.#columnTotals, column);
    for (const row of rows) {
      addOne(this.#rowTotals, row);
      for (const column of columns) addOne(this.#pairs, pairKey(row, column));
    }
  }

  table(): CrossTable {
    const columns = this.#columns.entries.map((column) => ({
      ...column,
      total: this.#columnTotals.get(column.id) ?? 0,
    }));
    const rows = this.#rows.entries.map((row) => ({
      ...row,
      counts: columns.map((column) => this.#pairs.get(pairKey(row.id, column.id)) ?? 0),
      total: this.#rowTotals.get(row.id) ?? 0,
    }));
    return { columns, rows, answers: this.#answers };
  }
}

function chosen(cells: readonly Cell[], { questionId, entries }: CrossQuestion): readonly string[] {
  const known = new Set(entries.map(({ id }) => id));
  return cells.filter((one) => one.questionId === questionId && known.has(one.cell)).map(({ cell }) => cell);
}

function pairKey(row: string, column: string): string {
  return JSON.stringify([row, column]);
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
