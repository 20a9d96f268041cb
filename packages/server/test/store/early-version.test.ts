import { join } from "node:path";
import { OlderSchemaError } from "@survey-open-platform/database";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  everythingIn,
  forgetMigration,
  openEarlyVersion,
  openEmpty,
  recordedMigrations,
} from "../../../database/test/support/early-version.ts";
import { schemaOf } from "../../../database/test/support/schema-of.ts";
import { linksOfKey, participantLinkKey } from "../../src/model/participant.ts";
import { hashToken } from "../../src/model/token.ts";
import { hashOfAddress } from "../../src/store/mail/mail-refusal-table.ts";
import { readInstallationKey } from "../../src/store/installation/installation-key-table.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema/schema.ts";

const folder = join(import.meta.dirname, "early-version");

/** Those of the release before another one was added. */
const initial = Object.fromEntries(Object.entries(migrations).slice(0, 1));

test("a database of the last early version keeps every row and has the schema of a new one", async () => {
  const database = await openEarlyVersion<Schema>(folder);
  const before = await everythingIn(database);
  expect(before.filter((line) => line.startsWith("answers {"))).toHaveLength(5);
  await database.migrate(initial);
  expect(await everythingIn(database)).toEqual(before);
  expect(await recordedMigrations(database)).toEqual(["0000-initial"]);
  const made = await openEmpty<Schema>();
  await made.migrate(initial);
  expect(await schemaOf(database)).toEqual(await schemaOf(made));
});

test("a database of the last early version gets the later migrations too, and is then like a new one", async () => {
  const database = await openEarlyVersion<Schema>(folder);
  await database.migrate(migrations);
  const made = await openEmpty<Schema>();
  await made.migrate(migrations);
  expect(await schemaOf(database)).toEqual(await schemaOf(made));
  expect(await recordedMigrations(database)).toEqual(Object.keys(migrations));
});

test("thousands of accounts on the list of a survey become its participants once, each with a link and an address", async () => {
  const database = await openEarlyVersion<Schema>(folder);
  const { "0370-one-list-of-people": _last, ...before } = migrations;
  await database.migrate(before);
  const ids = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)`;
  await database.write(async ({ kysely }) => {
    await sql`${ids} insert into accounts (id, kind) select 900000 + i, 'user' from n`.execute(kysely);
    await sql`${ids} insert into users (id, username, password_hash, nickname, avatar, email, created_at)
      select 900000 + i, 'listed' || i, '', 'Listed ' || i, '', 'Listed' || i || '@mail.example', 0 from n`.execute(
      kysely,
    );
    await sql`insert into respondent_access (survey_id, user_id)
      select s.id, u.id from (select min(id) as id from surveys) as s cross join users as u`.execute(kysely);
    await sql`insert into mail_refusals (address_hash, topic, created_at)
      select ${hashOfAddress("listed5@mail.example")}, 'participant-' || min(id), 7 from surveys`.execute(
      kysely,
    );
    // Of some, who are participants already, nothing changes.
    await sql`insert into participants (survey_id, known_by, nonce, link_hash, user_id, email, phone, code, name,
        language, fields, created_at)
      select survey_id, 'user ' || user_id, 'own', 'own', user_id, '', '', 'own', 'own', '', '{}', 0
      from respondent_access where user_id = 900700`.execute(kysely);
  });
  const pairs = sql<{ pairs: number }>`select cast(count(*) as integer) as pairs from respondent_access`;
  const { rows } = await pairs.execute(database.reader.kysely);
  await database.migrate(migrations);
  const made = await database.reader.kysely.selectFrom("participants").selectAll().execute();
  expect(made).toHaveLength(rows[0]?.pairs ?? 0);
  const linkOf = linksOfKey(await database.write((t) => readInstallationKey(t, participantLinkKey)));
  const own = made.filter((one) => one.link_hash === "own");
  expect(own.map(({ user_id: id, address_hash: hash }) => [id, hash])).toEqual([[900_700, ""]]);
  const others = made.filter((one) => one.link_hash !== "own");
  expect(others.filter((one) => hashToken(linkOf(one.nonce)) !== one.link_hash)).toEqual([]);
  const listed = others.filter(({ code }) => code.startsWith("listed"));
  expect(listed).toHaveLength(2999);
  const refused = listed.filter((one) => one.refused_at !== null);
  expect(refused.map(({ code, refused_at: at }) => [code, at])).toEqual([["listed5", 7]]);
  expect(listed.filter((one) => one.address_hash !== hashOfAddress(`${one.code}@mail.example`))).toEqual([]);
});

test("what is asked of the list of a survey has an index", async () => {
  const database = await openEmpty<Schema>();
  await database.migrate(migrations);
  const schema = (await schemaOf(database)).join("\n");
  expect(schema).toMatch(/participants_by_user[^\n]*\(user_id, ?survey_id\)/);
  expect(schema).toMatch(/participants_listed[^\n]*\(survey_id, ?id\)/);
});

test("a database of an earlier version is refused with what to do, and not changed", async () => {
  const database = await openEarlyVersion<Schema>(folder);
  await forgetMigration(database, "0042-displayed-questions");
  const before = await everythingIn(database);
  const refused = database.migrate(migrations);
  await expect(refused).rejects.toThrow(OlderSchemaError);
  await expect(refused).rejects.toThrow(
    "it lacks the migration 0042-displayed-questions). Start the last version that has this migration once",
  );
  expect(await everythingIn(database)).toEqual(before);
  expect(await recordedMigrations(database)).toHaveLength(34);
});
