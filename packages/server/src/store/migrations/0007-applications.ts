import type { Migration } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";

/** What developers manage themselves: several named secrets with an end, and the rules of each application. */
export const applicationsMigration: Migration = {
  async up(db) {
    await addApplicationColumns(db);
    await describeSecrets(db);
  },
};

async function addApplicationColumns(db: Kysely<unknown>): Promise<void> {
  for (const column of ["contact", "allowed_networks"]) {
    await db.schema
      .alterTable("applications")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
  }
  for (const column of ["requires_pkce", "frozen_by_owner"]) {
    await db.schema
      .alterTable("applications")
      .addColumn(column, "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable("applications").addColumn("edited_at", "bigint").execute();
  await db.schema
    .createIndex("applications_by_owner_id")
    .on("applications")
    .columns(["owner_id", "id"])
    .execute();
}

async function describeSecrets(db: Kysely<unknown>): Promise<void> {
  const table = "application_secrets";
  await db.schema
    .alterTable(table)
    .addColumn("number", "integer", (c) => c.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable(table)
    .addColumn("name", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  for (const column of ["expires_at", "last_used_at"])
    await db.schema.alterTable(table).addColumn(column, "bigint").execute();
  await db.schema.alterTable(table).addColumn("request_hash", "text").execute();
  // Several secrets of one application can only have been added with SQL; each gets a number of its own.
  await sql`update application_secrets set number = (
    select count(*) from application_secrets as other
    where other.application_id = application_secrets.application_id and other.hash <= application_secrets.hash
  )`.execute(db);
  await uniqueIndex(db, "number", ["application_id", "number"]);
  await uniqueIndex(db, "request_hash", ["request_hash"]);
  await db.schema.createIndex("application_secrets_by_expires_at").on(table).column("expires_at").execute();
}

async function uniqueIndex(db: Kysely<unknown>, name: string, columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(`application_secrets_by_${name}`)
    .unique()
    .on("application_secrets")
    .columns([...columns])
    .execute();
}
