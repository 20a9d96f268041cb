import { describe, expect, it } from "vitest";
import { en } from "../../src/people/privacy/texts/en.ts";
import { personalData } from "../../src/store/privacy/personal-data.ts";
import { columnsAboutNoPerson } from "./support/columns-about-no-person.ts";
import { pathOf, readReference, rowText, withSection } from "./support/markdown-tables.ts";
import { storedTables } from "./support/stored-tables.ts";
import { startTestPlatform } from "../support/test-platform.ts";

/** Columns that the register names, such as `users.*` or `answers.address`. */
const registered = personalData.flatMap((entry) =>
  entry.columns.map((name) => {
    const [table = "", column = ""] = name.split(".");
    return { table, column };
  }),
);

async function storedColumns(): Promise<readonly string[]> {
  const tables = await storedTables(await startTestPlatform());
  return tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
}

const isRegistered = (name: string) =>
  registered.some(({ table, column }) =>
    column === "*" ? name.startsWith(`${table}.`) : name === `${table}.${column}`,
  );

/** The table of the entries about some people. */
function tableText(about: "account" | "respondent"): string {
  const rows = personalData.flatMap((entry) => {
    if (entry.about !== about) return [];
    const { what, why, howLong, deletedBy } = en.entries[entry.key];
    const columns = entry.columns.map((column) => `\`${column}\``).join(", ");
    return [rowText([what, columns, why, howLong, deletedBy])];
  });
  const head = ["| what | where | why | how long | what deletes it |", "| --- | --- | --- | --- | --- |"];
  return `${[...head, ...rows].join("\n")}\n`;
}

describe("the register of personal data", () => {
  it("names every column of the database that is not on the list of those that say nothing about a person", async () => {
    const stored = await storedColumns();
    const about = new Set(columnsAboutNoPerson);
    expect(stored.filter((name) => !isRegistered(name) && !about.has(name))).toEqual([]);
  });

  it("names no column that is not there, and none that is on that list", async () => {
    const stored = await storedColumns();
    const missing = registered.filter(({ table, column }) =>
      column === "*"
        ? !stored.some((name) => name.startsWith(`${table}.`))
        : !stored.includes(`${table}.${column}`),
    );
    expect(missing).toEqual([]);
    expect(columnsAboutNoPerson.filter((name) => !stored.includes(name) || isRegistered(name))).toEqual([]);
  });

  it("is what the reference has; `vitest run -u` writes it again", async () => {
    const people = withSection(
      readReference("personal-data.md"),
      "## People with an account",
      tableText("account"),
    );
    const page = withSection(people, "## Respondents", tableText("respondent"));
    await expect(page).toMatchFileSnapshot(pathOf("personal-data.md"));
  });
});
