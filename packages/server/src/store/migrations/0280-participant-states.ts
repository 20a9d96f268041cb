import type { Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";
import { hashOfAddress } from "../mail/mail-refusal-table.ts";

/** How far participants are. A node of an older version notes no refusals and no addresses that take no mail. */
export const participantStatesMigration: Migration = {
  async up(db) {
    const table = () => db.schema.alterTable("participants");
    await table()
      .addColumn("address_hash", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await table().addColumn("started_at", "bigint").execute();
    await table().addColumn("refused_at", "bigint").execute();
    await table().addColumn("bounced_at", "bigint").execute();
    await hashAddresses(db);
    await sql`create index participants_by_address on participants (address_hash, survey_id)
      where address_hash <> ''`.execute(db);
    await sql`update participants set refused_at = (select min(r.created_at) from mail_refusals as r
      where r.address_hash = participants.address_hash
        and r.topic = 'participant-' || participants.survey_id)`.execute(db);
  },
};

async function hashAddresses(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ readonly id: number; readonly email: string }>`select id, email
    from participants where email <> ''`.execute(db);
  for (const { id, email } of rows)
    await sql`update participants set address_hash = ${hashOfAddress(email)} where id = ${id}`.execute(db);
}
