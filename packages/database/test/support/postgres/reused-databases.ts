import { escapeLiteral, type Client } from "pg";
import { openDatabase, type Database } from "../../../src/index.ts";
import type { OnFinished, OpenedSample, Sample } from "../sample.ts";
import {
  makePostgresDatabase,
  samplePostgresDatabase,
  type ThrowAwayDatabase,
} from "./postgres-databases.ts";
import { connect } from "./postgres-of-run.ts";
import { restoreScript } from "./restore-script.ts";

/** Three nodes do what one cannot: answer from a memory that another one has made stale. */
const OTHER_NODES = 2;
/** Of each node: enough for callers that race, and few enough for several workers on one server. */
const CONNECTIONS = 6;
/** Other tests keep the machine busy. */
const PATIENCE = 10;

/** A database that one test after the other uses, with its rows put back in between. */
class ReusedDatabase<Schema> {
  readonly sample: string;
  readonly copy: ThrowAwayDatabase;
  readonly database: Database<Schema>;
  readonly otherNodes: readonly Database<Schema>[];
  /** That of the test at hand. */
  clock: () => number = Date.now;
  readonly #restorer: Client;

  private constructor(sample: string, copy: ThrowAwayDatabase, restorer: Client) {
    this.sample = sample;
    this.copy = copy;
    this.#restorer = restorer;
    this.database = this.#open();
    this.otherNodes = Array.from({ length: OTHER_NODES }, () => this.#open());
  }

  static async make({ subject, fill }: Sample): Promise<ReusedDatabase<unknown>> {
    const copy = await makePostgresDatabase(await samplePostgresDatabase(subject, fill));
    const restorer = await connect(copy.address);
    const body = escapeLiteral(await restoreScript(restorer));
    // Of this connection alone: it is read and planned once, and not after each test.
    await restorer.query(`create procedure pg_temp.restore() language plpgsql as ${body}`);
    return new ReusedDatabase(subject, copy, restorer);
  }

  async restore(): Promise<void> {
    await this.#restorer.query("call pg_temp.restore()");
  }

  #open(): Database<Schema> {
    const { address } = this.copy;
    return openDatabase({
      address,
      connections: CONNECTIONS,
      patience: PATIENCE,
      clock: () => this.clock(),
    });
  }
}

/** For the worker's later test files too; what is left is dropped when the run ends. */
const free: ReusedDatabase<unknown>[] = [];

/** Opens a copy of a sample, or one that an earlier test has left, until the test is finished. */
export async function borrowPostgresDatabase<Schema>(
  sample: Sample,
  clock: () => number,
  onFinished: OnFinished,
): Promise<OpenedSample<Schema>> {
  const reused = takeFree(sample) ?? (await ReusedDatabase.make(sample));
  reused.clock = clock;
  onFinished(async () => {
    await reused.restore();
    free.push(reused);
  });
  // The sample is of the schema that the caller names.
  const { copy, database, otherNodes } = reused as ReusedDatabase<Schema>;
  return { address: copy.address, database, otherNodes };
}

function takeFree({ subject }: Sample): ReusedDatabase<unknown> | undefined {
  const at = free.findIndex(({ sample }) => sample === subject);
  return at === -1 ? undefined : free.splice(at, 1)[0];
}
