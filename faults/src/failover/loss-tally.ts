import { judgeLateness, usualLeniency } from "../lateness.ts";
import type { Outcome } from "../command.ts";
import { median } from "../load/median.ts";
import type { FailoverResult } from "./fail-over.ts";

/** How soon after a promotion there are writes again. */
const writesAimMilliseconds = 10_000;
/** From so many failovers on the aim is the limit, unless the machine is so slow that this many starts of a node take longer. */
const strictFrom = 10;
const startsWithinAim = 10;

/** How often the aim for writing again may be exceeded. @param startMilliseconds how long the nodes took to start before */
export function writesLeniency(failovers: number, startMilliseconds: number): number {
  if (failovers < strictFrom) return usualLeniency;
  return Math.max(1, (startsWithinAim * startMilliseconds) / writesAimMilliseconds);
}

/** The results of one kind of loss. */
export class LossTally<Loss extends { readonly name: string }> {
  readonly loss: Loss;
  readonly problems: string[] = [];
  readonly #results: FailoverResult[] = [];
  readonly #leniency: number;

  /** @param leniency see {@link writesLeniency} */
  constructor(loss: Loss, leniency: number) {
    this.loss = loss;
    this.#leniency = leniency;
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
    const what = "writing again after a promotion";
    const late = judgeLateness(what, this.#slowest, writesAimMilliseconds, this.#leniency);
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
