import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabase } from "@survey-open-platform/database";
import { requestLogFileOf } from "../../src/request-log/request-log-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/reference/storage.md"), "utf8");

async function tablesOf(address: string) {
  const database = openDatabase({ address });
  const tables = await database.reader.kysely.introspection.getTables();
  await database.close();
  return tables;
}

/** The request log has a file of its own beside a database file. */
async function tablesOfRequestLog({ address, requestLog }: TestPlatform) {
  const file = requestLogFileOf(address);
  if (file === undefined) return [];
  await requestLog.usage({ id: 1, createdAt: 0 });
  return tablesOf(`sqlite:${file}`);
}

describe("the storage reference", () => {
  it("lists exactly the tables and columns that a migrated database has", async () => {
    const platform = await startTestPlatform();
    const tables = [...(await tablesOf(platform.address)), ...(await tablesOfRequestLog(platform))];
    // Parts of the table of answers on PostgreSQL have no columns of their own.
    const own = tables.filter(({ name }) => !/^answers_part_\d\d$/.test(name));
    const actual = own.map(({ name, columns }) => [name, ...columns.map((column) => column.name)]);
    const rows = page.split("\n").filter((line) => line.startsWith("| `"));
    const documented = rows.map((row) => {
      const [, table = "", columns = ""] = row.split("|");
      return [...`${table}${columns}`.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    });
    const sorted = (lists: typeof documented) => lists.map(String).toSorted();
    expect(sorted(documented)).toEqual(sorted(actual));
  });
});
