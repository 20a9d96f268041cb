import { compareMigrations, type Engine } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";
import { readDurability, type Durability } from "./installation-facts.ts";
import { migrations } from "../migrations/migrations.ts";
import type { Store } from "../store.ts";
import type { Schema } from "../schema/schema.ts";

/** The state of the database, as administrators see it. */
export interface DatabaseState extends Durability {
  readonly engine: Engine;
  /** The version of SQLite or PostgreSQL. */
  readonly version: string;
  readonly bytes: number;
  /** Whether its tables are those of this release; a newer release may have changed them while this one runs. */
  readonly schema: "current" | "newer";
  /** Connections to a database server that are open now, from all nodes. */
  readonly connections?: number;
}

interface EngineFacts {
  readonly version: string;
  readonly bytes: number | string;
  readonly connections?: number | string;
}

const factsOf: Readonly<Record<Engine, (kysely: Kysely<Schema>) => Promise<EngineFacts | undefined>>> = {
  async sqlite(kysely) {
    const { rows } = await sql<EngineFacts>`
      select sqlite_version() as version, page_count * page_size as bytes
      from pragma_page_count(), pragma_page_size()`.execute(kysely);
    return rows[0];
  },
  async postgres(kysely) {
    const { rows } = await sql<EngineFacts>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
        (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(
      kysely,
    );
    return rows[0];
  },
};

/** Reads the state of the database. */
export async function readDatabaseState(store: Store): Promise<DatabaseState> {
  const { engine } = store;
  const facts = await factsOf[engine](store.reader.kysely);
  // Asked on the connection that writes: how that one commits is what counts.
  const durability = await store.write(readDurability, engine);
  return {
    engine,
    version: facts?.version ?? "",
    bytes: Number(facts?.bytes ?? 0),
    schema: (await hasNewerTables(store.reader.kysely)) ? "newer" : "current",
    ...durability,
    ...(facts?.connections !== undefined && { connections: Number(facts.connections) }),
  };
}

async function hasNewerTables(kysely: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ readonly name: string }>`select name from kysely_migration`.execute(kysely);
  const recorded = rows.map(({ name }) => name);
  return compareMigrations(recorded, migrations).unknown.length > 0;
}
