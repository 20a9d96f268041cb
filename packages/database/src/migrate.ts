import { sql, type Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { compareMigrations } from "./compare-migrations.ts";
import type { Engine } from "./engine.ts";
import { NewerSchemaError, OlderSchemaError } from "./errors.ts";
import type { Migrations } from "./migration.ts";

/**
 * Applies the missing ones of `migrations`. A database that has others is refused and not changed. Call it in a
 * transaction whose lock prevents other migrations.
 *
 * @throws `NewerSchemaError`, `OlderSchemaError`
 */
export async function migrate<Schema>(
  kysely: Kysely<Schema>,
  migrations: Migrations,
  engine: Engine,
): Promise<void> {
  const recorded = await recordedNames(kysely);
  refuseOthers(recorded, migrations);
  await recordReplacements(kysely, recorded, migrations);
  const entries = Object.entries(migrations).map(([name, migration]) => {
    return [name, { up: (db: Kysely<unknown>) => migration.up(db, engine) }] as const;
  });
  const provider = { getMigrations: async () => Object.fromEntries(entries) };
  const migrator = new Migrator({ db: kysely, provider, disableTransactions: true });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error("The database could not be migrated", { cause: error });
}

async function recordedNames<Schema>(kysely: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    kysely,
  );
  return rows.map(({ name }) => name);
}

function refuseOthers(recorded: readonly string[], migrations: Migrations): void {
  const { unknown, lacking } = compareMigrations(recorded, migrations);
  if (unknown.length > 0)
    throw new NewerSchemaError(
      `The database was last used by a newer release (it has the migration ${unknown[0]}). Start that release, or restore a backup made before the upgrade.`,
    );
  if (lacking.length > 0) throw new OlderSchemaError(lacking);
}

async function recordReplacements<Schema>(
  kysely: Kysely<Schema>,
  recorded: readonly string[],
  migrations: Migrations,
): Promise<void> {
  for (const [name, { replaces = [] }] of Object.entries(migrations)) {
    if (!recorded.some((one) => replaces.includes(one))) continue;
    const names = sql.join(replaces);
    // In their place, before those that were applied after them.
    await sql`insert into kysely_migration (name, timestamp)
      select ${name}, max(timestamp) from kysely_migration where name in (${names})`.execute(kysely);
    await sql`delete from kysely_migration where name in (${names})`.execute(kysely);
  }
}
