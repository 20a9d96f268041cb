import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { sampleDeclaration } from "./sample-declaration.ts";
import { temporaryDatabase } from "./temporary-database.ts";

const zone = platformZone("Asia/Shanghai");
const sample = sampleDeclaration();

describe("a failure in the middle of writing", () => {
  test.each([
    "users",
    "teams",
    "team_members",
    "applications",
    "redirect_uris",
    "application_secrets",
    "surveys",
    "answers",
  ])("of %s leaves every table as it was", async (table) => {
    const { database, contents } = await temporaryDatabase();
    const before = await contents();
    const { breakIt, mendIt } = statements[database.engine](table);
    for (const statement of breakIt) await database.write(({ kysely }) => statement.execute(kysely));
    await expect(applyDeclaration(database, sample, { zone })).rejects.toThrow("broken on purpose");
    await database.write(({ kysely }) => mendIt.execute(kysely));
    expect(await contents()).toBe(before);
    expect(await applyDeclaration(database, sample, { zone })).toMatchObject({ surveys: { created: 2 } });
  });
});

/** Has every insertion into a table fail, until it is mended. */
const statements = {
  sqlite: (table: string) => ({
    breakIt: [
      sql`create trigger break_it before insert on ${sql.table(table)} begin select raise(abort, 'broken on purpose'); end`,
    ],
    mendIt: sql`drop trigger break_it`,
  }),
  postgres: (table: string) => ({
    breakIt: [
      sql`create function break_it() returns trigger language plpgsql as 'begin raise exception ''broken on purpose''; end'`,
      sql`create trigger break_it before insert on ${sql.table(table)} execute function break_it()`,
    ],
    mendIt: sql`drop function break_it cascade`,
  }),
};
