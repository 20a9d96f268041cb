import { generatedId, idType, type Engine, type Migration } from "@survey-open-platform/database";
import type { Kysely } from "kysely";

/** Everything that the first release keeps. */
export const initialMigration: Migration = {
  async up(db, engine) {
    await teamTokens(db);
    await auditEvents(db, engine);
    await callers(db);
  },
};

async function teamTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("team_tokens")
    .addColumn("appid", "text", (c) => c.primaryKey())
    .addColumn("version", "bigint", (c) => c.notNull())
    .addColumn("epoch", "bigint", (c) => c.notNull())
    .addColumn("lease_until", "bigint", (c) => c.notNull())
    .addColumn("fingerprint", "text", (c) => c.notNull())
    .addColumn("token_ciphertext", "text", (c) => c.notNull())
    .addColumn("minted_at", "bigint", (c) => c.notNull())
    .addColumn("expires_in_seconds", "bigint", (c) => c.notNull())
    .addColumn("in_doubt", "bigint")
    .addColumn("in_doubt_since", "bigint", (c) => c.notNull())
    .addColumn("budget_whole_at", "double precision", (c) => c.notNull())
    .execute();
}

async function auditEvents(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("audit_events")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("appid", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("version", "bigint", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("audit_events_at").on("audit_events").column("at").execute();
}

async function callers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("callers")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("secret_ciphertext", "text", (c) => c.notNull())
    .addColumn("reports_per_minute", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("revoked_at", "bigint")
    .execute();
  await db.schema
    .createTable("caller_rights")
    .addColumn("caller_id", "text", (c) => c.notNull().references("callers.id").onDelete("cascade"))
    .addColumn("appid", "text", (c) => c.notNull())
    .addColumn("token", "integer", (c) => c.notNull())
    .addColumn("report", "integer", (c) => c.notNull())
    .addColumn("users", "integer", (c) => c.notNull())
    .addColumn("proxy_paths", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("caller_rights_key", ["caller_id", "appid"])
    .execute();
}
