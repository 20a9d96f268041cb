import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";

interface Listed {
  readonly survey_id: number;
  readonly user_id: number;
  readonly code: string;
  readonly name: string;
}

/**
 * Accounts on the list of a survey become participants of it, each with a link; those who are there already stay. A node of an older version
 * cannot read the list any more: it takes no answers to surveys that have one.
 */
export const oneListOfPeopleMigration: Migration = {
  async up(db) {
    const { rows } = await sql<Listed>`select a.survey_id, a.user_id, coalesce(t.openid, u.username) as code,
      u.nickname as name from respondent_access as a inner join users as u on u.id = a.user_id
      left join third_party_accounts as t on t.user_id = a.user_id order by a.id`.execute(db);
    if (rows.length > 0) {
      const key = await linkKey(db);
      for (const row of rows) await insertListed(db, key, row);
    }
    await db.schema.dropTable("respondent_access").execute();
  },
};

/** The key of which links of participants are made. */
async function linkKey(db: Kysely<unknown>): Promise<string> {
  await sql`insert into installation_keys (name, value) values ('participant-links', ${randomText()})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{
    value: string;
  }>`select value from installation_keys where name = 'participant-links'`.execute(db);
  return rows[0]?.value ?? "";
}

async function insertListed(db: Kysely<unknown>, key: string, row: Listed): Promise<void> {
  const nonce = randomText();
  const link = createHmac("sha256", key).update(nonce).digest().subarray(0, 16).toString("base64url");
  const hash = createHash("sha256").update(link).digest("base64url");
  await sql`insert into participants (survey_id, known_by, nonce, link_hash, user_id, email, phone, code, name,
      language, fields, created_at)
    values (${row.survey_id}, ${`user ${row.user_id}`}, ${nonce}, ${hash}, ${row.user_id}, '', '', ${row.code},
      ${row.name}, '', '{}', ${Date.now()})
    on conflict (survey_id, known_by) do nothing`.execute(db);
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}
