import type { Row } from "../command.ts";
import { checkNothingRevived, checkRound, type Differences } from "./check-promises.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { pastPromises, promisesIn } from "./promises.ts";

/** What was promised in some rounds, and what became of it. */
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

  /** Checks what was promised in a round, and that nothing from before it came back. */
  async checkRound(ledger: Ledger<LedgerEntry>, round: number, urls: readonly string[]): Promise<void> {
    const entries = ledger.read();
    const now = entries.filter((entry) => entry.round === round);
    const answered = now.filter(({ answer }) => answer !== undefined).length;
    this.answered += answered;
    this.unanswered += now.length - 2 * answered;
    this.#note(await checkRound(promisesIn(now), anyOf(urls)));
    this.#note(await checkNothingRevived(pastPromises(entries, round), anyOf(urls)));
  }

  /** Checks everything that was ever used, revoked or overridden once more. */
  async checkAll(ledger: Ledger<LedgerEntry>, urls: readonly string[]): Promise<void> {
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
