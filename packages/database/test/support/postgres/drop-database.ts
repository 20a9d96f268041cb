import { escapeIdentifier, type Client } from "pg";

/** Milliseconds for a process of PostgreSQL to end on a busy machine. */
const ENDED_WITHIN = 30_000;

/** Background processes, such as an autovacuum worker, belong to no role: only a superuser may end them. */
const END_CLIENTS = `select pg_terminate_backend(pid, $2) from pg_stat_activity
  where datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid()`;

/**
 * Drops a database that clients may still be connected to. `drop database … with (force)` would try to end background
 * processes too, and is refused while there is one. Without `force` PostgreSQL asks autovacuum to leave by itself.
 */
export async function dropDatabase(administrator: Client, name: string): Promise<void> {
  await endOtherClients(administrator, name);
  await administrator.query(`drop database if exists ${escapeIdentifier(name)}`);
}

/** Ends every other client's connection to a database, as a restart of the server does. */
export async function endOtherClients(client: Client, database: string): Promise<void> {
  await client.query(END_CLIENTS, [database, ENDED_WITHIN]);
}
