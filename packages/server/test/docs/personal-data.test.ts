import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { columnsAboutNoPerson } from "./support/columns-about-no-person.ts";
import { storedTables } from "./support/stored-tables.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/reference/personal-data.md"), "utf8");

const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"));

/** Columns that the tables name, such as `users.*` or `answers.address`. */
const documented = [...rows.join("\n").matchAll(/`([a-z_]+)\.([a-z_]+|\*)`/g)].map(
  ([, table = "", column = ""]) => ({
    table,
    column,
  }),
);

async function storedColumns(): Promise<readonly string[]> {
  const tables = await storedTables(await startTestPlatform());
  return tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
}

const isDocumented = (name: string) =>
  documented.some(({ table, column }) =>
    column === "*" ? name.startsWith(`${table}.`) : name === `${table}.${column}`,
  );

describe("the reference of personal data", () => {
  it("names every column of the database that is not on the list of those that say nothing about a person", async () => {
    const stored = await storedColumns();
    const about = new Set(columnsAboutNoPerson);
    expect(stored.filter((name) => !isDocumented(name) && !about.has(name))).toEqual([]);
  });

  it("names no column that is not there, and none that is on that list", async () => {
    const stored = await storedColumns();
    const missing = documented.filter(({ table, column }) =>
      column === "*"
        ? !stored.some((name) => name.startsWith(`${table}.`))
        : !stored.includes(`${table}.${column}`),
    );
    expect(missing).toEqual([]);
    expect(columnsAboutNoPerson.filter((name) => !stored.includes(name) || isDocumented(name))).toEqual([]);
  });

  it("says of each what, where, why, how long, and what deletes it", () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) expect(row.split("|").filter((cell) => cell.trim() !== "")).toHaveLength(5);
  });
});
