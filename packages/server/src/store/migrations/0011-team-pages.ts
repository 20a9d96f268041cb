import { idType, type Engine, type Migration } from "@survey-open-platform/database";
import type { Kysely } from "kysely";

/** What teams manage themselves, and the record of who asked for the team token. */
export const teamPagesMigration: Migration = {
  async up(db, engine) {
    await addTokenIssues(db, engine);
    await db.schema.alterTable("teams").addColumn("edited_at", "bigint").execute();
    await db.schema.alterTable("invitations").addColumn("request_hash", "text").execute();
    await db.schema
      .createIndex("invitations_by_request_hash")
      .unique()
      .on("invitations")
      .column("request_hash")
      .execute();
    for (const columns of [
      ["user_id", "team_id"],
      ["team_id", "role", "user_id"],
    ])
      await db.schema
        .createIndex(`team_members_by_${columns.join("_")}`)
        .on("team_members")
        .columns(columns)
        .execute();
  },
};

async function addTokenIssues(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("team_token_issues")
    .addColumn("application_id", idType(engine), (c) =>
      c.notNull().references("applications.id").onDelete("cascade"),
    )
    .addColumn("slot", "integer", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("issued_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("secret_number", "integer", (c) => c.notNull())
    .addColumn("revoked_at", "bigint")
    .addPrimaryKeyConstraint("team_token_issues_pk", ["application_id", "slot"])
    .execute();
}
