import type { Engine } from "../command.ts";
import type { Nodes } from "../nodes/start-nodes.ts";
import type { Recoveries } from "../recovery.ts";
import type { Table } from "../table.ts";
import { databaseDisturbances, nodeDisturbances, type Disturbance } from "./disturbance.ts";
import type { HistoryRecorder } from "./history-recorder.ts";
import type { Verdict } from "./judge-history.ts";

/** The results of the histories on one engine. */
export class HistoryTally {
  readonly engine: Engine;
  readonly nodes: number;
  /** How long the nodes took to start before anything was broken. */
  readonly startMilliseconds: number;
  readonly violations: string[] = [];
  #histories = 0;
  #operations = 0;
  #unanswered = 0;
  #staleAccepts = 0;
  #unexplained = 0;
  readonly #happened = new Map<string, number>();
  /** Milliseconds. */
  readonly #slowest = { node: 0, database: 0 };

  constructor(engine: Engine, { all, startMilliseconds }: Nodes) {
    this.engine = engine;
    this.nodes = all.length;
    this.startMilliseconds = startMilliseconds;
  }

  addHistory(recorder: HistoryRecorder, verdict: Verdict): void {
    this.#histories += 1;
    this.#operations += recorder.answered;
    this.#unanswered += recorder.unanswered;
    this.#staleAccepts += verdict.staleAccepts;
    this.#unexplained += verdict.unexplained;
  }

  addDisturbance({ name, befalls }: Disturbance, recoveryMilliseconds: number): void {
    this.#happened.set(name, (this.#happened.get(name) ?? 0) + 1);
    this.#slowest[befalls] = Math.max(this.#slowest[befalls], recoveryMilliseconds);
  }

  /** The slowest recovery, in milliseconds. */
  get slowest(): Recoveries {
    return this.#slowest;
  }

  /** The number of each disturbance, as text, in the order of their list. */
  get #disturbances(): string {
    return [...nodeDisturbances, ...databaseDisturbances]
      .filter(({ name }) => this.#happened.has(name))
      .map(({ name }) => `${name} ${this.#happened.get(name)}`)
      .join("; ");
  }

  /** One row for each tally. */
  static table(tallies: readonly HistoryTally[]): Table {
    return {
      columns: [
        "engine",
        "nodes",
        "histories",
        "operations",
        "unanswered",
        "what happened, and how often",
        "stale accepts",
        "not linearizable",
        "slowest recovery, ms: node / database",
      ],
      rows: tallies.map((tally) => [
        tally.engine,
        tally.nodes,
        tally.#histories,
        tally.#operations,
        tally.#unanswered,
        tally.#disturbances,
        tally.#staleAccepts,
        tally.#unexplained,
        `${Math.round(tally.#slowest.node)} / ${tally.engine === "sqlite" ? "" : Math.round(tally.#slowest.database)}`,
      ]),
    };
  }
}
