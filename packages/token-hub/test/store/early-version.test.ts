import { join } from "node:path";
import { OlderSchemaError } from "@survey-open-platform/database";
import { expect, test } from "vitest";
import {
  everythingIn,
  forgetMigration,
  openEarlyVersion,
  openEmpty,
  recordedMigrations,
} from "../../../database/test/support/early-version.ts";
import { schemaOf } from "../../../database/test/support/schema-of.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema.ts";

const folder = join(import.meta.dirname, "early-version");

test("a hub's database of the last early version keeps every row and has the schema of a new one", async () => {
  const database = await openEarlyVersion<Schema>(folder);
  const before = await everythingIn(database);
  await database.migrate(migrations);
  expect(await everythingIn(database)).toEqual(before);
  expect(await recordedMigrations(database)).toEqual(["0000-initial"]);
  const made = await openEmpty<Schema>();
  await made.migrate(migrations);
  expect(await schemaOf(database)).toEqual(await schemaOf(made));
});

test("a hub's database of an earlier version is refused and not changed", async () => {
  const database = await openEarlyVersion<Schema>(folder);
  await forgetMigration(database, "0003-used-signatures");
  const before = await everythingIn(database);
  await expect(database.migrate(migrations)).rejects.toThrow(OlderSchemaError);
  expect(await everythingIn(database)).toEqual(before);
});
