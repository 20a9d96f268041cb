import { judgeLateness } from "../hub/lateness.ts";
import type { Outcome } from "../command.ts";
import { median } from "../load/median.ts";
import type { FailoverResult } from "./fail-over.ts";

/** How soon after a promotion there are writes again. */
const writesAimMilliseconds = 10_000;

/** The results of one kind of loss. */
export class LossTally<Loss extends { readonly name: string }> {
  readonly loss: Loss;
  readonly problems: string[] = [];
  readonly #results: FailoverResult[] = [];

  constructor(loss: Loss) {
    this.loss = loss;
  }

  add(result: FailoverResult): void {
    this.#results.push(result);
    const { falselyReady, isSplit } = result;
    if (falselyReady > 0) this.problems.push(`${falselyReady} nodes were ready without a primary`);
    if (isSplit) this.problems.push("the replaced primary acknowledged a commit");
  }

  /** Number of failovers. */
  get count(): number {
    return this.#results.length;
  }

  /** Number of failovers, of replaced primaries that acknowledged something, and the times until writes were back. */
  get cells(): readonly (string | number)[] {
    const times = this.#results.map(({ writesAfter }) => writesAfter);
    return [
      this.count,
      this.#results.filter(({ falselyReady }) => falselyReady > 0).length,
      this.#results.filter(({ isSplit }) => isSplit).length,
      `${median(times).toFixed(0)} / ${this.#slowest.toFixed(0)}`,
    ];
  }

  get verdict(): Required<Omit<Outcome, "table">> {
    const { name } = this.loss;
    const late = judgeLateness("writing again after a promotion", this.#slowest, writesAimMilliseconds);
    return {
      notes: late.notes.map((note) => `${name}: ${note}`),
      violations: [...this.problems, ...late.violations].map((problem) => `${name}: ${problem}`),
    };
  }

  get #slowest(): number {
    return Math.max(0, ...this.#results.map(({ writesAfter }) => writesAfter));
  }
}

/** The outcome of the losses that were tried. `columns` and `cellsOf` are what a command shows beside {@link LossTally.cells}. */
export function outcomeOfLosses<Tally extends LossTally<{ readonly name: string }>>(
  tallies: readonly Tally[],
  columns: readonly string[],
  cellsOf: (tally: Tally) => readonly (string | number)[],
): Outcome {
  const tried = tallies.filter(({ count }) => count > 0);
  const verdicts = tallies.map(({ verdict }) => verdict);
  return {
    table: {
      columns: ["the primary", ...lossColumns, ...columns],
      rows: tried.map((tally) => [tally.loss.name, ...tally.cells, ...cellsOf(tally)]),
    },
    violations: verdicts.flatMap(({ violations }) => violations),
    notes: verdicts.flatMap(({ notes }) => notes),
  };
}

/** The columns of {@link LossTally.cells}. */
const lossColumns = [
  "failovers",
  "ready without a primary",
  "old primary acknowledged",
  "writes after promotion, ms: median / slowest",
] as const;
