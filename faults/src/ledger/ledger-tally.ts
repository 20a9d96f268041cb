import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { joinVerdicts, sizeOf, type FaultCommand, type Row, type Verdict } from "../command.ts";
import { checkNothingRevived, checkRound, type Differences } from "./check-promises.ts";
import { Ledger, type LedgerEntry } from "./ledger.ts";
import { pastPromises, promisesIn } from "./promises.ts";
import { makeCrew, Work, workPauses, type Crew } from "./work.ts";

/** People at work on some nodes, and their ledger. */
export interface LedgerScene extends Disposable {
  readonly ledger: Ledger<LedgerEntry>;
  readonly crew: Crew;
  readonly pauseMilliseconds: number;
}

/** Signs people in at nodes; they work as quickly as the size of the run asks for. */
export async function openLedgerScene(
  folder: string,
  urls: readonly string[],
  pauseMilliseconds = 0,
): Promise<LedgerScene> {
  const ledger = new Ledger<LedgerEntry>(join(folder, "ledger.jsonl"));
  const crew = await makeCrew(urls);
  return { ledger, crew, pauseMilliseconds, [Symbol.dispose]: () => ledger[Symbol.dispose]() };
}

/** How long people pause in a run with so many rounds. */
export function pausesOf(command: Pick<FaultCommand, "rounds">, rounds: number): number {
  return workPauses[sizeOf(command, rounds)];
}

/** Successful calls of each kind before a fault, so that even on a slow machine something can be lost. */
const leastAnswered = 3;

/** What was promised in some rounds, and the outcome of it. */
export class LedgerTally {
  answered = 0;
  /** Calls that got no response. */
  unanswered = 0;
  checked = 0;
  lost = 0;
  revived = 0;
  readonly problems: string[] = [];

  get cells(): Row {
    const { answered, checked, lost, revived } = this;
    return { "calls answered": answered, "looked at afterwards": checked, lost, revived };
  }

  /** What was wrong, beginning with where. */
  verdictOn(about: string, more: Verdict = { violations: [], notes: [] }): Verdict {
    return joinVerdicts([{ violations: this.problems, notes: [] }, more], about);
  }

  /** Breaks something round after round, and checks everything once more in the end. */
  async breakInRounds(
    scene: LedgerScene,
    rounds: number,
    fault: (round: number) => Promise<void>,
  ): Promise<void> {
    for (let round = 1; round <= rounds; round += 1)
      await this.breakAtWork(scene, round, async () => {
        await sleep(Math.random() * 200);
        await fault(round);
      });
    await this.checkAll(scene);
  }

  /** Lets the crew work, breaks something meanwhile, and checks what was promised before. */
  async breakAtWork(scene: LedgerScene, round: number, fault: () => Promise<void>): Promise<void> {
    const { ledger, crew, pauseMilliseconds } = scene;
    const work = new Work(ledger, round, { leastAnswered, pauseMilliseconds });
    const ended = work.untilCutOff(crew);
    await work.untilAnswered();
    await fault();
    work.stop();
    this.problems.push(...(await ended));
    await this.checkRound(scene, round);
  }

  /** Checks what was promised in a round, and that nothing from before it came back. */
  async checkRound({ ledger, crew: { urls } }: LedgerScene, round: number): Promise<void> {
    const entries = ledger.read();
    const now = entries.filter((entry) => entry.round === round);
    const answered = now.filter(({ answer }) => answer !== undefined).length;
    this.answered += answered;
    this.unanswered += now.length - 2 * answered;
    this.#note(await checkRound(promisesIn(now), anyOf(urls)));
    this.#note(await checkNothingRevived(pastPromises(entries, round), anyOf(urls)));
  }

  /** Checks everything that was ever used, revoked or overridden once more. */
  async checkAll({ ledger, crew: { urls } }: LedgerScene): Promise<void> {
    const everything = Number.MAX_SAFE_INTEGER;
    this.#note(await checkNothingRevived(pastPromises(ledger.read(), everything, everything), anyOf(urls)));
  }

  #note({ lost, revived, checked }: Differences): void {
    this.checked += checked;
    this.lost += lost.length;
    this.revived += revived.length;
    this.problems.push(...lost, ...revived);
  }
}

function anyOf(urls: readonly string[]): () => string {
  return () => urls[Math.floor(Math.random() * urls.length)] ?? "";
}
