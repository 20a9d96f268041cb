import { Client } from "pg";
import type { DatabaseCondition } from "./database-condition.ts";
import { readPostgresAddress } from "./postgres-address.ts";

const timeoutMilliseconds = 5000;

/**
 * Inspects a PostgreSQL database.
 *
 * @throws `InvalidDatabaseAddressError`
 */
export async function inspectPostgres(address: string): Promise<DatabaseCondition> {
  const server = readPostgresAddress(address);
  const client = new Client({
    ...server,
    connectionTimeoutMillis: timeoutMilliseconds,
    query_timeout: timeoutMilliseconds,
  });
  // The running statement fails with this error too.
  client.on("error", () => undefined);
  const place = `${client.database ?? ""} on ${client.host}:${client.port}`;
  try {
    await client.connect();
    return { state: "usable", place, path: undefined, damages: [], ...(await conditionOf(client)) };
  } catch (error) {
    return { state: "unusable", place, reason: error instanceof Error ? messageOf(error) : String(error) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function conditionOf(client: Client) {
  const tables = await texts(
    client,
    "select tablename from pg_tables where schemaname = current_schema() order by 1",
  );
  const [isReadOnly] = await texts(client, "show transaction_read_only");
  return {
    writeProblem: isReadOnly === "on" ? "the server is a standby, or is set to be read only" : undefined,
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

/** The error for a host name whose every address failed has no message of its own. */
function messageOf(error: Error): string {
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  return causes.length > 0 ? causes.map(String).join("; ") : error.message;
}
