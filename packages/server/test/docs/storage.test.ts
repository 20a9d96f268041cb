import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestPlatform } from "../support/test-platform.ts";
import { storedTables } from "./support/stored-tables.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/reference/storage.md"), "utf8");

describe("the storage reference", () => {
  it("lists exactly the tables and columns that a migrated database has", async () => {
    const tables = await storedTables(await startTestPlatform());
    const actual = tables.map(({ name, columns }) => [name, ...columns]);
    const rows = page.split("\n").filter((line) => line.startsWith("| `"));
    const documented = rows.map((row) => {
      const [, table = "", columns = ""] = row.split("|");
      return [...`${table}${columns}`.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    });
    const sorted = (lists: typeof documented) => lists.map(String).toSorted();
    expect(sorted(documented)).toEqual(sorted(actual));
  });
});
