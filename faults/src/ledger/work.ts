import { setTimeout as sleep } from "node:timers/promises";
import type { Size } from "../command.ts";
import { signIn, type ConsentingPerson } from "../seed/consent.ts";
import { credentials } from "../seed/apply-seed.ts";
import type { Ledger, LedgerEntry, PromisedAnswer, PromisedCall, UserTokens } from "./ledger.ts";
import {
  askForTeamToken,
  CutOffError,
  exchange,
  isCutOff,
  refresh,
  typeOf,
  type CallResult,
} from "./platform-calls.ts";

/** The users at work, and their nodes. */
export interface Crew {
  /** The nodes; workers are spread over them. */
  readonly urls: readonly string[];
  /** Users who keep their grants. */
  readonly keepers: readonly ConsentingPerson[];
  /** Users who revoke their grants repeatedly. */
  readonly revokers: readonly ConsentingPerson[];
}

const keeperCount = 2;
const revokerCount = 2;

/** The number of users that {@link makeCrew} signs in; the seed needs as many. */
export const crewPeople = keeperCount + revokerCount;

/** Signs in the users who work for the ledger, spread over the nodes. */
export async function makeCrew(urls: readonly string[]): Promise<Crew> {
  const { password } = credentials.ada;
  const people = await Promise.all(
    Array.from({ length: crewPeople }, (_, index) =>
      signIn(urls[index % urls.length] ?? "", { username: `person-${index}`, password }),
    ),
  );
  return { urls, keepers: people.slice(0, keeperCount), revokers: people.slice(keeperCount) };
}

const breathMilliseconds = 20;

/**
 * Between two turns of a user, on average. In a small run users pause, so that they leave the processor to the programs
 * that start, and fewer calls have to be checked.
 */
export const workPauses = { full: 0, smoke: 40 } as const satisfies Record<Size, number>;

/** How the users work. */
export interface WorkPlan {
  /**
   * How many calls of each kind are answered before the fault. Until then a call that gets 503 or no response is the
   * machine's doing, and work goes on. Default: none
   */
  readonly leastAnswered?: number;
  /** Between two turns of a user, on average. Default: none. */
  readonly pauseMilliseconds?: number;
}

/** All users at work. Each writes a call to the ledger before sending it, and then its response. */
export class Work {
  readonly #ledger: Ledger<LedgerEntry>;
  readonly #round: number;
  readonly #answered = { exchange: 0, refresh: 0, team: 0, revoke: 0 };
  readonly #leastAnswered: number;
  readonly #pauseMilliseconds: number;
  #number: number;
  #isStopped = false;
  #hasProblem = false;

  /** @param round the number of this round; rounds end with a fault */
  constructor(
    ledger: Ledger<LedgerEntry>,
    round: number,
    { leastAnswered = 0, pauseMilliseconds = 0 }: WorkPlan = {},
  ) {
    this.#ledger = ledger;
    this.#round = round;
    this.#leastAnswered = leastAnswered;
    this.#pauseMilliseconds = pauseMilliseconds;
    this.#number = ledger.read().length;
  }

  /** Resolves when so many calls of each kind were answered, or work has a problem, that the fault may happen. */
  async untilAnswered(): Promise<void> {
    while (!this.#isAnswered && !this.#hasProblem) await sleep(5);
  }

  get #isAnswered(): boolean {
    return Math.min(...Object.values(this.#answered)) >= this.#leastAnswered;
  }

  /** Lets the calls that no fault has cut finish. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Works until a fault cuts all connections, or {@link stop}.
   *
   * @returns problems, such as refusals
   */
  async untilCutOff({ urls, keepers, revokers }: Crew): Promise<readonly string[]> {
    const urlOf = (worker: number) => urls[worker % urls.length] ?? "";
    const workers = [
      ...keepers.map((person, index) =>
        this.#again(() => this.#keep(person, `keeper ${index}`, urlOf(index))),
      ),
      ...revokers.map((person, index) => this.#again(() => this.#revoke(person, urlOf(index + 1)))),
      this.#again(() => this.#team(urlOf(2))),
    ];
    return (await Promise.all(workers)).flat();
  }

  async #again(work: () => Promise<void>): Promise<readonly string[]> {
    while (!this.#isStopped) {
      try {
        await work();
        if (this.#pauseMilliseconds > 0) await sleep(this.#pauseMilliseconds * 2 * Math.random());
      } catch (reason) {
        this.#hasProblem ||= !isCutOff(reason);
        if (!isCutOff(reason)) return [`work ended with ${String(reason)}`];
        if (this.#isAnswered) return [];
        await sleep(breathMilliseconds);
      }
    }
    return [];
  }

  async #keep(person: ConsentingPerson, name: string, url: string): Promise<void> {
    const tokens = await this.#exchange(await person.allow(), url);
    await this.#promised({ kind: "refresh", person: name, openid: tokens.openid }, async () => ({
      accessToken: accessTokenOf(await refresh(url, tokens.refresh_token)),
    }));
  }

  async #revoke(person: ConsentingPerson, url: string): Promise<void> {
    const tokens = await this.#exchange(await person.allow(), url);
    const code = await person.allow();
    await this.#promised({ kind: "revoke", tokens, code }, async () => {
      const page = await person.browser.revocationPage();
      const answer = await person.browser.submit(page, "/account/applications/revoke", {});
      if (answer.location.endsWith("notice=revoked")) return {};
      throw [page.status, answer.status].includes(503)
        ? new CutOffError()
        : new Error(`a revocation was answered ${page.status} and ${answer.status}`);
    });
  }

  async #team(url: string): Promise<void> {
    await this.#promised({ kind: "team" }, async () => ({
      accessToken: accessTokenOf(await askForTeamToken(url)),
    }));
  }

  async #exchange(code: string, url: string): Promise<UserTokens> {
    const { tokens } = await this.#promised({ kind: "exchange", code }, async () => ({
      // A successful exchange has this shape.
      tokens: dataOf(await exchange(url, code)) as unknown as UserTokens,
    }));
    return tokens;
  }

  async #promised<Answer extends PromisedAnswer>(
    call: PromisedCall,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const entry = { number: (this.#number += 1), round: this.#round, call };
    this.#ledger.write(entry);
    const answer = await send();
    this.#ledger.write({ ...entry, answer });
    this.#answered[call.kind] += 1;
    return answer;
  }
}

function accessTokenOf(result: CallResult): string {
  return String(dataOf(result)["access_token"]);
}

function dataOf(result: CallResult): Readonly<Record<string, unknown>> {
  const type = typeOf(result);
  if (type === undefined || result.status === "none") throw new CutOffError();
  if (type !== "") throw new Error(`a call was answered ${type}`);
  return result.body.data;
}
