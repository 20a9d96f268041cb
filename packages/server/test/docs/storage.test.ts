import { describe, expect, it } from "vitest";
import { startTestPlatform } from "../support/test-platform.ts";
import { pathOf, readReference, rowText, withSection } from "./support/markdown-tables.ts";
import { commentsOf, type TableComments } from "./support/schema-comments.ts";
import { type StoredTable, storedTables } from "./support/stored-tables.ts";

const schema = "server/src/store/schema";
const surveys = "surveys/src/store/schema";
const files = [
  `${schema}/account-tables.ts`,
  `${schema}/team-tables.ts`,
  `${schema}/third-party-tables.ts`,
  `${schema}/application-tables.ts`,
  `${schema}/token-tables.ts`,
  `${surveys}/survey-tables.ts`,
  `${surveys}/answer-tables.ts`,
  `${surveys}/result-tables.ts`,
  `${surveys}/webhook-tables.ts`,
  `${schema}/operation-tables.ts`,
  `${schema}/mail-tables.ts`,
  `${schema}/participant-tables.ts`,
  `${schema}/privacy-tables.ts`,
  `${schema}/results-tables.ts`,
  `${schema}/sharing-tables.ts`,
];
const ofPlatform = files.flatMap(commentsOf);
const ofRequestLog = commentsOf("server/src/http/request-log/request-log-schema.ts");

describe("the storage reference", () => {
  it("has the tables of a migrated database, as their schema explains them; `vitest run -u` writes them again", async () => {
    const tables = await storedTables(await startTestPlatform());
    const explained = [...ofPlatform, ...ofRequestLog].map(({ table }) => table);
    expect(explained.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    const textOf = (comments: readonly TableComments[], rank: string) =>
      comments.map((one) => tableText(tables, one, rank)).join("\n");
    const page = withSection(
      withSection(readReference("storage.md"), "## Tables", textOf(ofPlatform, "###")),
      "### Tables of the request log",
      textOf(ofRequestLog, "####"),
    );
    await expect(page).toMatchFileSnapshot(pathOf("storage.md"));
  });
});

/** A table in its own section. @throws when the schema explains other columns than there are */
function tableText(tables: readonly StoredTable[], { table, says, columns }: TableComments, rank: string) {
  const names = tables.find(({ name }) => name === table)?.columns ?? [];
  expect([...columns.keys()].toSorted(), table).toEqual(names.toSorted());
  expect(says, `the schema says what ${table} holds`).not.toBe("");
  const explained = names.flatMap((name) => {
    const meaning = columns.get(name) ?? "";
    return meaning === "" ? [] : [rowText([`\`${name}\``, meaning])];
  });
  const meanings = explained.length === 0 ? [] : ["", "| column | meaning |", "| --- | --- |", ...explained];
  const list = names.map((name) => `\`${name}\``).join(", ");
  return [`${rank} \`${table}\``, "", `${says} Columns: ${list}.`, ...meanings, ""].join("\n");
}
