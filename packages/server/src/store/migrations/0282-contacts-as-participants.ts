import type { Migration } from "@survey-open-platform/database";

/** Participants who are contacts of the team: their address is looked up when a mail is written, and authors do not see it. */
export const contactsAsParticipantsMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("participants")
      .addColumn("user_id", "bigint", (column) => column.references("users.id").onDelete("cascade"))
      .execute();
    await db.schema.createIndex("participants_by_user").on("participants").column("user_id").execute();
  },
};
