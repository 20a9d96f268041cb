import type { Client, ClientConfig, QueryArrayResult } from "pg";
import { sendQuery } from "./send-query.ts";

/** What a server says about itself. */
export interface ServerState {
  readonly isWritable: boolean;
  /** Counts the promotions of this cluster, from 1: of two servers that accept writes, the lower one was replaced. 0 on a standby. */
  readonly timeline: number;
}

const writable = "current_setting('transaction_read_only') = 'off'";
/** The first eight hexadecimal digits of the name of the WAL file that is being written. */
const timeline = "('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint";
/** The question that {@link readServerState} asks. */
export const stateQuery = `select ${writable}, case when pg_is_in_recovery() then 0 else ${timeline} end`;

/** Asks a server for its state, see {@link sendQuery}. */
export async function readServerState(client: Client, limitMilliseconds?: number): Promise<ServerState> {
  const query = { text: stateQuery, rowMode: "array" };
  const { rows } = await sendQuery<QueryArrayResult>(client, query, limitMilliseconds);
  return readState(rows[0]);
}

/** Reads the one row of {@link stateQuery}. */
export function readState(row: readonly unknown[] = []): ServerState {
  return { isWritable: row[0] === true, timeline: Number(row[1] ?? 0) };
}

/** The name of a server in messages: its host and port, without user and password. */
export function nameOfServer({ host, port }: ClientConfig): string {
  const { PGHOST = "localhost", PGPORT = "5432" } = process.env;
  return `${host ?? PGHOST}:${port ?? PGPORT}`;
}
