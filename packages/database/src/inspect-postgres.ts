import { Client, type ClientConfig } from "pg";
import type { DatabaseCondition, ServerCondition } from "./database-condition.ts";
import { messageOf } from "./error-message.ts";
import { readPostgresAddress } from "./postgres-address.ts";
import { nameOfServer, readServerState, type ServerState } from "./postgres-state.ts";

const timeoutMilliseconds = 5000;

/** A server that was asked for its state. */
interface Inspected {
  readonly client: Client;
  readonly name: string;
  /** Why it cannot be used. */
  readonly reason?: string;
  readonly state?: ServerState;
}

/**
 * Inspects a PostgreSQL database: on the server that accepts writes, or else on the first one that can be read.
 *
 * @throws `InvalidDatabaseAddressError`
 */
export async function inspectPostgres(address: string): Promise<DatabaseCondition> {
  const { servers } = readPostgresAddress(address);
  const inspected = await Promise.all(servers.map(connectTo));
  try {
    return await conditionOf(inspected);
  } finally {
    await Promise.all(inspected.map(({ client }) => client.end().catch(() => undefined)));
  }
}

async function connectTo(server: ClientConfig): Promise<Inspected> {
  const client = new Client({
    ...server,
    connectionTimeoutMillis: timeoutMilliseconds,
    query_timeout: timeoutMilliseconds,
  });
  const name = nameOfServer(client);
  // The running statement fails with this error too.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return { client, name, state: await readServerState(client) };
  } catch (error) {
    return { client, name, reason: messageOf(error) };
  }
}

async function conditionOf(inspected: readonly Inspected[]): Promise<DatabaseCondition> {
  const newest = Math.max(0, ...inspected.map(({ state }) => state?.timeline ?? 0));
  const chosen =
    inspected.find(({ state }) => state?.isWritable === true && state.timeline === newest) ??
    inspected.find(({ state }) => state !== undefined);
  const database = inspected[0]?.client.database ?? "";
  if (chosen?.state === undefined) {
    const place = `${database} on ${inspected.map(({ name }) => name).join(", ")}`;
    return { state: "unusable", place, reason: reasonOf(inspected) };
  }
  const place = `${database} on ${chosen.name}`;
  const common = { place, path: undefined, damages: [], servers: inspected.map(serverCondition(newest)) };
  try {
    const content = await contentOf(chosen.client);
    const writeProblem = chosen.state.isWritable ? undefined : readOnlyProblem(inspected.length);
    return { state: "usable", ...common, ...content, writeProblem };
  } catch (error) {
    return { state: "unusable", place, reason: messageOf(error) };
  }
}

function reasonOf(inspected: readonly Inspected[]): string {
  if (inspected.length === 1) return inspected[0]?.reason ?? "";
  return inspected.map(({ name, reason = "" }) => `${name}: ${reason}`).join("; ");
}

function readOnlyProblem(servers: number): string {
  return servers === 1
    ? "the server is a standby, or is set to be read only"
    : "each server that responds is a standby, or is set to be read only";
}

function serverCondition(newest: number): (inspected: Inspected) => ServerCondition {
  return ({ name, state, reason = "" }) => {
    if (state === undefined) return { name, role: "unreachable", reason };
    if (!state.isWritable) return { name, role: "read-only" };
    return { name, role: state.timeline === newest ? "primary" : "replaced primary" };
  };
}

async function contentOf(client: Client) {
  const tables = await texts(
    client,
    "select tablename from pg_tables where schemaname = current_schema() order by 1",
  );
  return {
    tables,
    migrations: tables.includes("kysely_migration")
      ? await texts(client, "select name from kysely_migration order by name")
      : [],
  };
}

/** The first column of each row. */
async function texts(client: Client, text: string): Promise<readonly string[]> {
  const { rows } = await client.query<[unknown]>({ text, rowMode: "array" });
  return rows.map(([value]) => String(value));
}
