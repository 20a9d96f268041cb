import type { Engine, Row } from "../command.ts";

/** What one round of a race showed. */
export interface RaceRound {
  readonly requests: number;
  /** What was wrong in it, as sentences. */
  readonly problems: readonly string[];
  /**
   * Whether a request got no response, or 503: the machine was too busy. Such a round can show a broken promise, but
   * not that all were kept.
   */
  readonly isInconclusive: boolean;
}

/** The results of races of one kind, on one engine and number of nodes. */
export class RaceTally {
  readonly what: string;
  readonly engine: Engine;
  readonly nodes: number;
  rounds = 0;
  requests = 0;
  /** Rounds that broke the promise. */
  broken = 0;
  inconclusive = 0;
  readonly #violations: string[] = [];

  constructor(what: string, engine: Engine, nodes: number) {
    this.what = what;
    this.engine = engine;
    this.nodes = nodes;
  }

  /** Records one round. */
  add({ requests, problems, isInconclusive }: RaceRound): void {
    this.rounds += 1;
    this.requests += requests;
    if (problems.length > 0) this.broken += 1;
    if (isInconclusive) this.inconclusive += 1;
    this.#violations.push(...problems.map((problem) => this.#sentence(problem)));
  }

  /** Broken promises, and too few rounds that could show one. */
  get violations(): readonly string[] {
    const isShown = this.inconclusive <= this.rounds / 2;
    const tooFew = this.#sentence(`${this.inconclusive} of ${this.rounds} rounds were inconclusive`);
    return isShown ? this.#violations : [...this.#violations, tooFew];
  }

  #sentence(problem: string): string {
    return `${this.what}, ${this.engine}, nodes: ${this.nodes}: ${problem}`;
  }

  get row(): Row {
    const { what, engine, nodes, rounds, requests, inconclusive, broken } = this;
    const counts = { rounds, requests, "inconclusive rounds": inconclusive };
    return { race: what, engine, nodes, ...counts, "rounds with a broken promise": broken };
  }
}
