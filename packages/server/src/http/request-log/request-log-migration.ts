import { generatedId, idType, type Engine, type Migration } from "@survey-open-platform/database";
import type { Kysely } from "kysely";

/** The request log. On SQLite it has a file of its own, and a migration of its own. */
export const requestLogMigration: Migration = {
  async up(db, engine) {
    if (engine === "postgres") await requestLogTables.up(db, engine);
  },
};

/** Makes the tables of the request log, which on SQLite are in a file of their own. */
export const requestLogTables: Migration = {
  async up(db, engine) {
    await makeLines(db, engine);
    await makeUsage(db);
  },
};

async function makeLines(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const table = "request_log_lines";
  await db.schema
    .createTable(table)
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("application_id", "bigint", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("hour", "integer", (c) => c.notNull())
    .addColumn("route", "text", (c) => c.notNull())
    .addColumn("error_type", "text", (c) => c.notNull())
    .addColumn("milliseconds", "double precision", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("request_id", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex(`${table}_by_application`)
    .on(table)
    .columns(["application_id", "id"])
    .execute();
  await db.schema
    .createIndex(`${table}_by_error_type`)
    .on(table)
    .columns(["application_id", "error_type", "id"])
    .where("error_type", "<>", "")
    .execute();
  await db.schema.createIndex(`${table}_by_request_id`).on(table).columns(["hour", "request_id"]).execute();
}

async function makeUsage(db: Kysely<unknown>): Promise<void> {
  const table = "request_usage";
  await db.schema
    .createTable(table)
    .addColumn("application_id", "bigint", (c) => c.notNull())
    .addColumn("started_at", "bigint", (c) => c.notNull())
    .addColumn("served", "bigint", (c) => c.notNull())
    .addColumn("refused", "bigint", (c) => c.notNull())
    .addColumn("without_line", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint(`${table}_pk`, ["application_id", "started_at"])
    .execute();
  await db.schema.createIndex(`${table}_by_started_at`).on(table).column("started_at").execute();
}
