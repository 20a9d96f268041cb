import type { Engine } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";

/** How safe commits are, and how many connections there may be. */
export interface Durability {
  /** Settings of the database under which an acknowledged commit may be lost with the power; none is best. */
  readonly unsafeSettings: readonly string[];
  /** Connections that a database server takes from all nodes together; a file has no such limit. */
  readonly connectionLimit?: number;
}

/** Facts in the database that matter for the protection of an installation. */
export interface InstallationFacts extends Durability {
  readonly applications: readonly ApplicationFacts[];
}

/** One enabled application that acts for users. */
export interface ApplicationFacts {
  readonly appid: string;
  readonly refreshRequiresSecret: boolean;
  readonly redirectUris: readonly string[];
}

const unsafeSettingsOf: Readonly<Record<Engine, (kysely: Kysely<Schema>) => Promise<readonly string[]>>> = {
  sqlite: unsafeSettingsOfSqlite,
  postgres: unsafeSettingsOfPostgres,
};

/** SQLite's number for the setting under which every commit is synced to the disk. */
const synchronousFull = 2;

async function unsafeSettingsOfSqlite(kysely: Kysely<Schema>): Promise<readonly string[]> {
  const synchronous = await sql<{ readonly synchronous: number }>`pragma synchronous`.execute(kysely);
  const journal = await sql<{ readonly journal_mode: string }>`pragma journal_mode`.execute(kysely);
  const level = synchronous.rows[0]?.synchronous ?? 0;
  const mode = journal.rows[0]?.journal_mode ?? "";
  return [
    ...(level >= synchronousFull ? [] : [`synchronous=${level}`]),
    ...(mode === "wal" ? [] : [`journal_mode=${mode}`]),
  ];
}

async function unsafeSettingsOfPostgres(kysely: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly name: string; readonly setting: string }>`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(
    kysely,
  );
  return rows.map(({ name, setting }) => `${name}=${setting}`);
}

/** What is left of PostgreSQL's limit once those that it keeps for administrators are taken off. */
async function connectionLimitOf(kysely: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ readonly connections: number | string }>`
    select sum(case name when 'max_connections' then setting::int else -setting::int end) as connections
    from pg_settings
    where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`.execute(
    kysely,
  );
  return Number(rows[0]?.connections ?? 0);
}

/** Reads how safe commits are. @param transaction because only the writing connection commits anything */
export async function readDurability({ kysely }: StoreQueries, engine: Engine): Promise<Durability> {
  return {
    unsafeSettings: await unsafeSettingsOf[engine](kysely),
    ...(engine === "postgres" && { connectionLimit: await connectionLimitOf(kysely) }),
  };
}

/** Reads the facts that the doctor checks. @param transaction because only the writing connection commits anything */
export async function readInstallationFacts(
  transaction: StoreQueries,
  engine: Engine,
): Promise<InstallationFacts> {
  const { kysely } = transaction;
  const applications = await kysely
    .selectFrom("applications")
    .select(["id", "appid", "refresh_requires_secret"])
    .where("kind", "=", "web")
    .where("disabled", "=", 0)
    .orderBy("appid")
    .execute();
  const uris = await kysely.selectFrom("redirect_uris").select(["application_id", "uri"]).execute();
  const uriListOf = Map.groupBy(uris, (row) => row.application_id);
  return {
    ...(await readDurability(transaction, engine)),
    applications: applications.map((row) => ({
      appid: row.appid,
      refreshRequiresSecret: row.refresh_requires_secret === 1,
      redirectUris: (uriListOf.get(row.id) ?? []).map(({ uri }) => uri),
    })),
  };
}
