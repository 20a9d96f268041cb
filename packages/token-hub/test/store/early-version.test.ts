import { join } from "node:path";
import { type Database, openDatabase, OlderSchemaError } from "@survey-open-platform/database";
import { expect, onTestFinished, test } from "vitest";
import {
  everythingIn,
  forgetMigration,
  makeEarlyVersion,
  recordedMigrations,
} from "../../../database/test/support/early-version.ts";
import { schemaOf } from "../../../database/test/support/schema-of.ts";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema.ts";

async function openEmpty(): Promise<Database<Schema>> {
  const database = openDatabase<Schema>({ address: await makeTestDatabase() });
  onTestFinished(() => database.close());
  return database;
}

async function openEarlyVersion(): Promise<Database<Schema>> {
  const database = await openEmpty();
  await makeEarlyVersion(database, join(import.meta.dirname, "early-version"));
  return database;
}

test("a hub's database of the last early version keeps every row and has the schema of a new one", async () => {
  const database = await openEarlyVersion();
  const before = await everythingIn(database);
  await database.migrate(migrations);
  expect(await everythingIn(database)).toEqual(before);
  expect(await recordedMigrations(database)).toEqual(["0000-initial"]);
  const made = await openEmpty();
  await made.migrate(migrations);
  expect(await schemaOf(database)).toEqual(await schemaOf(made));
});

test("a hub's database of an earlier version is refused and not changed", async () => {
  const database = await openEarlyVersion();
  await forgetMigration(database, "0003-used-signatures");
  const before = await everythingIn(database);
  await expect(database.migrate(migrations)).rejects.toThrow(OlderSchemaError);
  expect(await everythingIn(database)).toEqual(before);
});
