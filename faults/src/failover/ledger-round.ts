import { checkNothingRevived, checkRound, type Differences } from "../ledger/check-promises.ts";
import type { LedgerEntry } from "../ledger/entry.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { pastPromises } from "../ledger/past-promises.ts";
import { promisesIn } from "../ledger/promises.ts";
import { Work, type Crew } from "../ledger/work.ts";
import type { FailoverResult } from "./fail-over.ts";
import { LossTally } from "./loss-tally.ts";

/** Successful calls of each kind before the loss. */
const leastAnswered = 2;

/** Those who work for the ledger, and their nodes. */
export interface LedgerScene {
  readonly ledger: Ledger<LedgerEntry>;
  readonly crew: Crew;
  readonly urls: readonly string[];
  /** Between two turns of the crew. Default: none. */
  readonly pauseMilliseconds?: number;
}

/** The results of one kind of loss, and what the ledger says of it. */
export class LedgerTally<Loss extends { readonly name: string }> extends LossTally<Loss> {
  answered = 0;
  checked = 0;
  lost = 0;
  revived = 0;

  /** The cells of {@link ledgerColumns}. */
  get ledgerCells(): readonly number[] {
    return [this.answered, this.checked, this.lost, this.revived];
  }

  note({ lost, revived, checked }: Differences): void {
    this.checked += checked;
    this.lost += lost.length;
    this.revived += revived.length;
    this.problems.push(...lost, ...revived);
  }
}

/** The columns of {@link LedgerTally.ledgerCells}. */
export const ledgerColumns = ["calls answered", "looked at afterwards", "lost", "revived"] as const;

/** Lets the crew work, takes the primary away meanwhile, and checks what was promised before. */
export async function failOverAtWork(
  { ledger, crew, urls, pauseMilliseconds = 0 }: LedgerScene,
  round: number,
  tally: LedgerTally<{ readonly name: string }>,
  failOver: () => Promise<FailoverResult>,
): Promise<void> {
  const work = new Work(ledger, round, { leastAnswered, pauseMilliseconds });
  const ended = work.untilCutOff(crew);
  await work.untilAnswered();
  tally.add(await failOver());
  work.stop();
  tally.problems.push(...(await ended));
  const entries = ledger.read();
  const now = entries.filter((entry) => entry.round === round);
  tally.answered += now.filter(({ answer }) => answer !== undefined).length;
  tally.note(await checkRound(promisesIn(now), anyOf(urls)));
  tally.note(await checkNothingRevived(pastPromises(entries, round), anyOf(urls)));
}

/** Everything that was ever used, revoked or overridden is checked once more. */
export async function checkAll(
  { ledger, urls }: LedgerScene,
  tally: LedgerTally<{ readonly name: string }>,
): Promise<void> {
  const everything = Number.MAX_SAFE_INTEGER;
  tally.note(await checkNothingRevived(pastPromises(ledger.read(), everything, everything), anyOf(urls)));
}

function anyOf(urls: readonly string[]): () => string {
  return () => urls[Math.floor(Math.random() * urls.length)] ?? "";
}
