import { joinVerdicts, type FaultOptions, type Outcome, type Row, type Verdict } from "../command.ts";
import { judgeLateness, medianAndSlowest, usualLeniency } from "../figures.ts";
import { LedgerTally } from "../ledger/ledger-tally.ts";
import type { FailoverResult, Loss } from "./fail-over.ts";

/** How soon after a promotion there are writes again. */
const writesAimMilliseconds = 10_000;
/** From so many failovers on the aim is the limit, unless the machine is so slow that this many starts of a node take longer. */
const strictFrom = 10;
const startsWithinAim = 10;

/** The results of one kind of loss. */
export class LossTally<Kind extends Loss> {
  readonly loss: Kind;
  readonly problems: string[] = [];
  /** What a ledger says of it, where there is one. */
  readonly ledger = new LedgerTally();
  /** What else a command counts, by columns of its table. */
  readonly counts: Record<string, number>;
  readonly #results: FailoverResult[] = [];

  constructor(loss: Kind, counts: Readonly<Record<string, number>>) {
    this.loss = loss;
    this.counts = { ...counts };
  }

  add(result: FailoverResult): void {
    this.#results.push(result);
    const { falselyReady, isSplit } = result;
    if (falselyReady > 0) this.problems.push(`${falselyReady} nodes were ready without a primary`);
    if (isSplit) this.problems.push("the replaced primary acknowledged a commit");
  }

  count(what: string, more: number): void {
    this.counts[what] = (this.counts[what] ?? 0) + more;
  }

  /** Empty when there was no failover. */
  get rows(): readonly Row[] {
    if (this.#results.length === 0) return [];
    return [
      {
        "the primary": this.loss.name,
        failovers: this.#results.length,
        "ready without a primary": this.#results.filter(({ falselyReady }) => falselyReady > 0).length,
        "old primary acknowledged": this.#results.filter(({ isSplit }) => isSplit).length,
        "writes after promotion, ms: median / slowest": medianAndSlowest(this.#times),
        ...(this.ledger.checked > 0 ? this.ledger.cells : {}),
        ...this.counts,
      },
    ];
  }

  /** @param leniency how often the aim for writing again may be exceeded */
  verdict(leniency: number): Verdict {
    const { name } = this.loss;
    const what = "writing again after a promotion";
    const late = judgeLateness(what, Math.max(0, ...this.#times), writesAimMilliseconds, leniency);
    const problems = [...this.problems, ...this.ledger.problems, ...late.violations];
    return {
      notes: late.notes.map((note) => `${name}: ${note}`),
      violations: problems.map((problem) => `${name}: ${problem}`),
    };
  }

  get #times(): readonly number[] {
    return this.#results.map(({ writesAfter }) => writesAfter);
  }
}

/** What is lost, and its outcome. */
export interface LossPlan<Kind extends Loss> extends Pick<FaultOptions, "rounds" | "progress"> {
  readonly losses: readonly Kind[];
  /** What a command counts beside times, from 0 on. */
  readonly counts?: Readonly<Record<string, number>>;
  /** How long the nodes took to start before. */
  readonly startMilliseconds: number;
  /** Loses the primary once. @param round from 1 on */
  readonly lose: (tally: LossTally<Kind>, round: number) => Promise<void>;
}

/** Loses the primary in one way after the other, and then in the first way again. */
export async function loseInTurn<Kind extends Loss>(
  plan: LossPlan<Kind>,
  end: (tally: LossTally<Kind> | undefined) => Promise<void> = async () => undefined,
): Promise<Outcome> {
  const { losses, rounds, progress, startMilliseconds, counts = {} } = plan;
  const tallies = losses.map((loss) => new LossTally(loss, counts));
  for (let round = 1; round <= rounds; round += 1) {
    const tally = tallies[(round - 1) % tallies.length];
    if (tally === undefined) break;
    progress(`failover ${round} of ${rounds}: the primary ${tally.loss.name}`);
    await plan.lose(tally, round);
  }
  await end(tallies[0]);
  const leniency =
    rounds < strictFrom
      ? usualLeniency
      : Math.max(1, (startsWithinAim * startMilliseconds) / writesAimMilliseconds);
  const verdicts = tallies.map((tally) => tally.verdict(leniency));
  return { rows: tallies.flatMap(({ rows }) => rows), ...joinVerdicts(verdicts) };
}
