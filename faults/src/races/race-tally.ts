import type { Engine } from "../command.ts";
import type { Table } from "../table.ts";

/** The results of races of one kind, on one engine and number of nodes. */
export class RaceTally {
  readonly what: string;
  readonly engine: Engine;
  readonly nodes: number;
  rounds = 0;
  requests = 0;
  /** Rounds that broke the promise. */
  broken = 0;
  readonly violations: string[] = [];

  constructor(what: string, engine: Engine, nodes: number) {
    this.what = what;
    this.engine = engine;
    this.nodes = nodes;
  }

  /** Records one round. @param problems what was wrong in it, as sentences */
  add(requests: number, problems: readonly string[]): void {
    this.rounds += 1;
    this.requests += requests;
    if (problems.length > 0) this.broken += 1;
    const place = `${this.what}, ${this.engine}, nodes: ${this.nodes}`;
    this.violations.push(...problems.map((problem) => `${place}: ${problem}`));
  }

  static table(tallies: readonly RaceTally[]): Table {
    return {
      columns: ["race", "engine", "nodes", "rounds", "requests", "rounds with a broken promise"],
      rows: tallies.map(({ what, engine, nodes, rounds, requests, broken }) => [
        what,
        engine,
        nodes,
        rounds,
        requests,
        broken,
      ]),
    };
  }
}
