import {
  joinVerdicts,
  judgeLateness,
  medianAndSlowest,
  usualLeniency,
  type FaultOptions,
  type Outcome,
  type Row,
  type Verdict,
} from "../command.ts";
import { LedgerTally, type LedgerScene } from "../ledger/ledger-tally.ts";
import type { FailoverResult, Loss } from "./fail-over.ts";

/** How soon after a promotion there are writes again. */
const writesAimMilliseconds = 10_000;
/** From so many failovers on the aim is the limit, unless the machine is so slow that this many starts of a node take longer. */
const strictFrom = 10;
const startsWithinAim = 10;

/** The results of one kind of loss. */
export class LossTally<Kind extends Loss> {
  readonly loss: Kind;
  readonly ledger = new LedgerTally();
  /** What else a command counts, by columns of its table. */
  readonly counts: Record<string, number> = {};
  readonly #results: FailoverResult[] = [];

  constructor(loss: Kind) {
    this.loss = loss;
  }

  add(result: FailoverResult): void {
    this.#results.push(result);
    const { falselyReady, isSplit } = result;
    if (falselyReady > 0) this.ledger.problems.push(`${falselyReady} nodes were ready without a primary`);
    if (isSplit) this.ledger.problems.push("the replaced primary acknowledged a commit");
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
        ...this.ledger.cells,
        ...this.counts,
      },
    ];
  }

  /** @param leniency how often the aim for writing again may be exceeded */
  verdict(leniency: number): Verdict {
    const what = "writing again after a promotion";
    const late = judgeLateness(what, Math.max(0, ...this.#times), writesAimMilliseconds, leniency);
    return joinVerdicts([{ violations: this.ledger.problems, notes: [] }, late], this.loss.name);
  }

  get #times(): readonly number[] {
    return this.#results.map(({ writesAfter }) => writesAfter);
  }
}

/** What is lost, and its outcome. */
export interface LossPlan<Kind extends Loss> extends Pick<FaultOptions, "rounds" | "progress"> {
  readonly losses: readonly Kind[];
  /** How long the nodes took to start before. */
  readonly startMilliseconds: number;
  /** Those who work meanwhile. */
  readonly scene: LedgerScene;
  /** Loses the primary once. @param round from 1 on */
  readonly lose: (tally: LossTally<Kind>, round: number) => Promise<FailoverResult>;
  /** Makes everything whole again. */
  readonly restore?: () => Promise<void>;
}

/** Loses the primary in one way after the other, and then in the first way again. */
export async function loseInTurn<Kind extends Loss>(plan: LossPlan<Kind>): Promise<Outcome> {
  const { losses, rounds, progress, scene, startMilliseconds } = plan;
  const tallies = losses.map((loss) => new LossTally(loss));
  for (let round = 1; round <= rounds; round += 1) {
    const tally = tallies[(round - 1) % tallies.length];
    if (tally === undefined) break;
    progress(`failover ${round} of ${rounds}: the primary ${tally.loss.name}`);
    await tally.ledger.breakAtWork(scene, round, async () => tally.add(await plan.lose(tally, round)));
    await plan.restore?.();
  }
  await tallies[0]?.ledger.checkAll(scene);
  const leniency =
    rounds < strictFrom
      ? usualLeniency
      : Math.max(1, (startsWithinAim * startMilliseconds) / writesAimMilliseconds);
  const verdicts = tallies.map((tally) => tally.verdict(leniency));
  return { rows: tallies.flatMap(({ rows }) => rows), ...joinVerdicts(verdicts) };
}
