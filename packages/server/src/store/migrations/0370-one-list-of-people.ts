import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";
import { hashOfAddress } from "../mail/mail-refusal-table.ts";

/** An account on the list of a survey. */
interface Listed {
  readonly id: number;
  readonly survey_id: number;
  readonly user_id: number;
  readonly code: string;
  readonly name: string;
  readonly email: string | null;
}

/** Rows read and written at a time. */
const portion = 500;

/**
 * Accounts on the list of a survey become participants of it, each with a link; those who are there already stay, and who refused to take part by
 * another entry with the same address has refused. A node of an older version cannot read the list any more: it takes no answers to surveys that have one.
 */
export const oneListOfPeopleMigration: Migration = {
  async up(db) {
    for (let some = await listedAfter(db, 0); some.length > 0; some = await listedAfter(db, lastOf(some)))
      await insertListed(db, await linkKey(db), some);
    await db.schema.dropTable("respondent_access").execute();
    await db.schema.dropIndex("participants_by_user").execute();
    await sql`create index participants_by_user on participants (user_id, survey_id)`.execute(db);
    await sql`create index participants_listed on participants (survey_id, id)
      where user_id is not null`.execute(db);
  },
};

async function listedAfter(db: Kysely<unknown>, last: number): Promise<readonly Listed[]> {
  const { rows } =
    await sql<Listed>`select a.id, a.survey_id, a.user_id, coalesce(t.openid, u.username) as code,
    u.nickname as name, u.email from respondent_access as a inner join users as u on u.id = a.user_id
    left join third_party_accounts as t on t.user_id = a.user_id
    where a.id > ${last} order by a.id limit ${portion}`.execute(db);
  return rows;
}

function lastOf(some: readonly Listed[]): number {
  return some.at(-1)?.id ?? 0;
}

/** The key of which links of participants are made. */
async function linkKey(db: Kysely<unknown>): Promise<string> {
  await sql`insert into installation_keys (name, value) values ('participant-links', ${randomText()})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{
    value: string;
  }>`select value from installation_keys where name = 'participant-links'`.execute(db);
  return rows[0]?.value ?? "";
}

async function insertListed(db: Kysely<unknown>, key: string, some: readonly Listed[]): Promise<void> {
  const now = Date.now();
  const values = some.map((row) => {
    const nonce = randomText();
    const link = createHmac("sha256", key).update(nonce).digest().subarray(0, 16).toString("base64url");
    const hash = createHash("sha256").update(link).digest("base64url");
    const addressHash = row.email === null ? "" : hashOfAddress(row.email);
    return sql`(${row.survey_id}, ${`user ${row.user_id}`}, ${nonce}, ${hash}, ${addressHash}, ${row.user_id},
      '', '', ${row.code}, ${row.name}, '', '{}',
      (select created_at from mail_refusals where address_hash = ${addressHash}
        and topic = ${`participant-${row.survey_id}`}), ${now})`;
  });
  await sql`insert into participants (survey_id, known_by, nonce, link_hash, address_hash, user_id, email, phone,
      code, name, language, fields, refused_at, created_at) values ${sql.join(values)}
    on conflict (survey_id, known_by) do nothing`.execute(db);
}

function randomText(): string {
  return randomBytes(32).toString("base64url");
}
