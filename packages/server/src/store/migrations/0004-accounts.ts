import { generatedId, idType, type Engine, type Migration } from "@survey-open-platform/database";
import type { Kysely } from "kysely";

/** What people manage themselves: sessions that can be told apart, invitations, and a record of who changed what. */
export const accountsMigration: Migration = {
  async up(db, engine) {
    await db.schema.alterTable("users").addColumn("time_zone", "text").execute();
    await describeSessions(db);
    await addInvitations(db);
    await addAuditLog(db, engine);
  },
};

async function describeSessions(db: Kysely<unknown>): Promise<void> {
  for (const column of ["last_seen_at", "confirmed_at"]) {
    await db.schema
      .alterTable("sessions")
      .addColumn(column, "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  }
  for (const column of ["user_agent", "network"]) {
    await db.schema
      .alterTable("sessions")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
  }
}

async function addInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invitations")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("team_id", "bigint", (c) => c.references("teams.id").onDelete("cascade"))
    .addColumn("team_role", "integer")
    .addColumn("note", "text", (c) => c.notNull())
    .addColumn("created_by", "bigint", (c) => c.references("users.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  for (const column of ["team_id", "created_by", "expires_at"])
    await db.schema.createIndex(`invitations_by_${column}`).on("invitations").column(column).execute();
}

/** Entries name users by id and username without references: they outlive what they are about. */
async function addAuditLog(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("audit_log")
    .addColumn("id", idType(engine), generatedId(engine))
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("actor_id", "bigint")
    .addColumn("actor", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("target_kind", "text", (c) => c.notNull())
    .addColumn("target", "text", (c) => c.notNull())
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("address", "text", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("audit_log_by_target")
    .on("audit_log")
    .columns(["target_kind", "target", "id"])
    .execute();
  await db.schema.createIndex("audit_log_by_actor").on("audit_log").columns(["actor_id", "id"]).execute();
}
