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

test("accounts on the list of a survey become its participants once, each with a link", async () => {
  const database = await openEarlyVersion<Schema>(folder);
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0370"));
  await database.migrate(before);
  const everyone = sql`insert into respondent_access (survey_id, user_id)
    select s.id, u.id from surveys as s cross join users as u`;
  await database.write(({ kysely }) => everyone.execute(kysely));
  const pairs = sql<{ pairs: number }>`select cast(count(*) as integer) as pairs from respondent_access`;
  const { rows } = await pairs.execute(database.reader.kysely);
  await database.migrate(migrations);
  const made = await database.reader.kysely.selectFrom("participants").selectAll().execute();
  expect(made).toHaveLength(rows[0]?.pairs ?? 0);
  expect(made.length).toBeGreaterThan(0);
  const linkOf = linksOfKey(await database.write((t) => readInstallationKey(t, participantLinkKey)));
  expect(made.filter((one) => hashToken(linkOf(one.nonce)) !== one.link_hash)).toEqual([]);
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
