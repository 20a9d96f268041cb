import type { Migration } from "@survey-open-platform/database";
import type { Kysely } from "kysely";

/** Mails that came back, and when their mailbox is read. A node of an older version notes neither participants nor reasons. */
export const bouncesMigration: Migration = {
  async up(db) {
    await db.schema.alterTable("mails").addColumn("participant_id", "bigint").execute();
    await addStatus(db, "participants");
    await addStatus(db, "users");
    await db.schema
      .alterTable("mail_server")
      .addColumn("bounces_due_at", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

async function addStatus(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn("bounce_status", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
