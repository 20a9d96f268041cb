import { join } from "node:path";
import { openDatabase } from "@survey-open-platform/database";
import { expect, test } from "vitest";
import { forgetMigration, makeEarlyVersion } from "../../../../database/test/support/early-version.ts";
import type { Schema } from "../../../src/store/schema/schema.ts";
import { runHere } from "./support/run-here.ts";
import { makeFolder } from "./support/sop-process.ts";

const database = ["--database", "sqlite:platform.db"];
const folderOfEarlyVersion = join(import.meta.dirname, "../../store/early-version");

/** A folder with a database of an early version, which has all but the named migration. */
async function earlyFolder(without = "") {
  const folder = makeFolder();
  const early = openDatabase<Schema>({ address: `sqlite:${join(folder, "platform.db")}` });
  await makeEarlyVersion(early, folderOfEarlyVersion);
  await forgetMigration(early, without);
  await early.close();
  return folder;
}

async function schemaFinding(folder: string): Promise<unknown> {
  const { stdout } = await runHere(["doctor", "--json", ...database], { folder });
  const { findings } = JSON.parse(stdout);
  return findings.find(({ check }: { check: string }) => check === "schema");
}

test("sop doctor takes a database of the last early version for one of this release", async () => {
  expect(await schemaFinding(await earlyFolder())).not.toMatchObject({ level: "error" });
});

test("sop doctor and sop apply say what to do with a database of an earlier version", async () => {
  const folder = await earlyFolder("0042-displayed-questions");
  expect(await schemaFinding(folder)).toMatchObject({
    level: "error",
    says: expect.stringContaining("it lacks 0042-displayed-questions"),
    todo: expect.stringContaining("docs/guides/upgrading.md"),
  });
  const { code, stderr } = await runHere(["revoke-all", "--yes", ...database], { folder });
  expect(code).toBe(1);
  expect(stderr).toContain("it lacks the migration 0042-displayed-questions). Start the last version");
  expect(stderr).not.toContain("    at ");
});
