import { sql } from "kysely";
import type { TestPlatform } from "./test-platform.ts";

/** Every row of every table, so that a test can say that nothing has changed. */
export type DatabaseContents = Readonly<Record<string, readonly unknown[]>>;

/** Counting attempts is the one thing that a refused request may leave behind, and an entry that there was one. */
const counters: ReadonlySet<string> = new Set([
  "rate_limits",
  "sign_in_delays",
  "installation_keys",
  // It says no more than the audit log itself.
  "audit_chain",
]);

const refusals = /^\{.*"action":"(?:sign_in\.refused|address\.throttled)"/;

/** When and from where a session was last used: a page notes it, served or refused. */
const noted = ["last_seen_at", "network"] as const;

/** Reads the whole database but for what counts attempts. The rows of a table come in an order that says nothing. */
export async function databaseContents({ database }: TestPlatform): Promise<DatabaseContents> {
  const { kysely } = database.reader;
  const tables = await kysely.introspection.getTables();
  const names = tables.map(({ name }) => name).filter((name) => !counters.has(name));
  const contents = names.map(async (name) => {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(kysely);
    const kept = name === "sessions" ? rows.map(withoutNoted) : rows.filter((row) => !isRefusal(name, row));
    return [name, kept.toSorted(byText)] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

/** How many rows a table has. */
export async function countRows(platform: TestPlatform, table: string): Promise<number> {
  return (await databaseContents(platform))[table]?.length ?? Number.NaN;
}

function withoutNoted(session: object): object {
  return Object.fromEntries(
    Object.entries(session).filter(([column]) => !noted.some((one) => one === column)),
  );
}

function isRefusal(table: string, row: object): boolean {
  return table === "audit_log" && refusals.test(JSON.stringify(row));
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
