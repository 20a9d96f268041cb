import { sql, type Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import type { Engine } from "./engine.ts";
import { NewerSchemaError } from "./errors.ts";

/** One schema change. */
export interface Migration {
  up(db: Kysely<unknown>, engine: Engine): Promise<void>;
}

/** Named schema changes; they are applied in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Applies the missing ones of `migrations`. A database that has others is refused and not changed. Call it in a
 * transaction whose lock prevents other migrations.
 *
 * @throws `NewerSchemaError`
 */
export async function migrate<Schema>(
  kysely: Kysely<Schema>,
  migrations: Migrations,
  engine: Engine,
): Promise<void> {
  await refuseNewer(kysely, migrations);
  const entries = Object.entries(migrations).map(([name, migration]) => {
    return [name, { up: (db: Kysely<unknown>) => migration.up(db, engine) }] as const;
  });
  const provider = { getMigrations: async () => Object.fromEntries(entries) };
  const migrator = new Migrator({ db: kysely, provider, disableTransactions: true });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error("The database could not be migrated", { cause: error });
}

async function refuseNewer<Schema>(kysely: Kysely<Schema>, migrations: Migrations): Promise<void> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    kysely,
  );
  const unknown = rows.find(({ name }) => !(name in migrations));
  if (unknown === undefined) return;
  throw new NewerSchemaError(
    `The database was last used by a newer release (it has the migration ${unknown.name}). Start that release, or restore a backup made before the upgrade.`,
  );
}
