import { joinVerdicts, type Outcome, type Row, type Verdict } from "../command.ts";
import { judgeLateness, medianAndSlowest, usualLeniency } from "../figures.ts";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import { LedgerTally } from "../ledger/ledger-tally.ts";
import { Work, type Crew } from "../ledger/work.ts";
import type { FailoverResult } from "./fail-over.ts";

/** Successful calls of each kind before a loss. */
const leastAnswered = 2;

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

  get cells(): Row {
    return {
      "the primary": this.loss.name,
      failovers: this.count,
      "ready without a primary": this.#results.filter(({ falselyReady }) => falselyReady > 0).length,
      "old primary acknowledged": this.#results.filter(({ isSplit }) => isSplit).length,
      "writes after promotion, ms: median / slowest": medianAndSlowest(this.#times),
    };
  }

  get verdict(): Verdict {
    const { name } = this.loss;
    const what = "writing again after a promotion";
    const late = judgeLateness(what, Math.max(0, ...this.#times), writesAimMilliseconds, this.#leniency);
    return {
      notes: late.notes.map((note) => `${name}: ${note}`),
      violations: [...this.problems, ...late.violations].map((problem) => `${name}: ${problem}`),
    };
  }

  get #times(): readonly number[] {
    return this.#results.map(({ writesAfter }) => writesAfter);
  }
}

/** The outcome of the losses that were tried. `cellsOf` is what a command shows beside {@link LossTally.cells}. */
export function outcomeOfLosses<Tally extends LossTally<{ readonly name: string }>>(
  tallies: readonly Tally[],
  cellsOf: (tally: Tally) => Row,
): Outcome {
  const tried = tallies.filter(({ count }) => count > 0);
  return {
    rows: tried.map((tally) => ({ ...tally.cells, ...cellsOf(tally) })),
    ...joinVerdicts(tallies.map(({ verdict }) => verdict)),
  };
}

/** Nodes at work for a ledger, from which the primary is taken. */
export interface LedgerScene {
  readonly ledger: Ledger<LedgerEntry>;
  readonly crew: Crew;
  /** Between two turns of the crew. Default: none. */
  readonly pauseMilliseconds?: number;
}

/** The results of one kind of loss, and what the ledger says of it. */
export class LedgerLossTally<Loss extends { readonly name: string }> extends LossTally<Loss> {
  readonly ledger = new LedgerTally();

  override get verdict(): Verdict {
    this.problems.push(...this.ledger.problems.splice(0));
    return super.verdict;
  }

  /** Lets the crew work, takes the primary away meanwhile, and checks what was promised before. */
  async failOverAtWork(
    { ledger, crew, pauseMilliseconds = 0 }: LedgerScene,
    round: number,
    failOver: () => Promise<FailoverResult>,
  ): Promise<void> {
    const work = new Work(ledger, round, { leastAnswered, pauseMilliseconds });
    const ended = work.untilCutOff(crew);
    await work.untilAnswered();
    this.add(await failOver());
    work.stop();
    this.problems.push(...(await ended));
    await this.ledger.checkRound(ledger, round, crew.urls);
  }
}
