import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/apply/apply-declaration.ts";
import { platformZone } from "../../src/model/platform-time.ts";
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
    await database.write((t) =>
      sql`create trigger break_it before insert on ${sql.table(table)} begin select raise(abort, 'broken on purpose'); end`.execute(
        t.kysely,
      ),
    );
    await expect(applyDeclaration(database, sample, { zone })).rejects.toThrow("broken on purpose");
    await database.write((t) => sql`drop trigger break_it`.execute(t.kysely));
    expect(await contents()).toBe(before);
    expect(await applyDeclaration(database, sample, { zone })).toMatchObject({ surveys: { created: 2 } });
  });
});
