import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { dropDatabase } from "./drop-database.ts";
import { startPostgres, type PostgresServer } from "./postgres-server.ts";

/** What a test needs to know to make databases of its own. */
export interface PostgresAccess {
  /** Of a role that may create databases, and is no superuser where the server is of this run alone. */
  readonly address: string;
  /** How the names of all databases of this run begin. */
  readonly prefix: string;
  /** The path of the server's log, where the server is of this run alone. */
  readonly log?: string;
}

const ROLE = "survey_tests";

/** The same address as the superuser's, who may read files; only where the server is of this run alone. */
export function asSuperuser(address: string): string {
  return address.replace(`//${ROLE}@`, "//postgres@");
}

/** The PostgreSQL of one test run: the one that SOP_TEST_POSTGRES names, or one that is started for it. */
export class PostgresOfRun {
  readonly access: PostgresAccess;
  readonly #server: PostgresServer | undefined;

  private constructor(address: string, server?: PostgresServer) {
    const prefix = `sop_test_${randomBytes(4).toString("hex")}_`;
    this.access = { address, prefix, ...(server && { log: server.logFile }) };
    this.#server = server;
  }

  /** @throws Error in plain words when there is none */
  static async begin(): Promise<PostgresOfRun> {
    const given = process.env["SOP_TEST_POSTGRES"] ?? "";
    if (/^postgres(ql)?:/.test(given)) return new PostgresOfRun(given);
    const server = await startPostgres({ programs: given });
    await using administrator = await connect(server.socketAddress());
    await administrator.query(`create role ${ROLE} login createdb`);
    return new PostgresOfRun(server.socketAddress("postgres", ROLE), server);
  }

  /** Drops what tests have left behind, which is little but the samples that they copy. */
  async dropDatabases(): Promise<void> {
    const { address, prefix } = this.access;
    await using administrator = await connect(address);
    const left = await administrator.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    for (const { name } of left.rows) await dropDatabase(administrator, name);
  }

  async end(): Promise<void> {
    await (this.#server === undefined ? this.dropDatabases() : this.#server.remove());
  }
}

/** Connects to a database; `await using` ends the connection. */
export async function connect(address: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: address });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
