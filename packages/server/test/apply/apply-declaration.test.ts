import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/apply/apply-declaration.ts";
import { platformZone } from "../../src/model/platform-time.ts";
import { sampleDeclaration } from "./sample-declaration.ts";
import { temporaryDatabase } from "./temporary-database.ts";

const zone = platformZone("Asia/Shanghai");

describe("applying a declarative file", () => {
  test("makes everything that it holds, and applying it again changes nothing", async () => {
    await using temporary = await temporaryDatabase();
    const { database, contents } = temporary;
    const first = await applyDeclaration(database, sampleDeclaration(), { zone });
    const after = await contents();
    const second = await applyDeclaration(database, sampleDeclaration(), { zone });
    expect(first).toMatchObject({
      users: { created: 2 },
      applications: { created: 2 },
      answers: { created: 2 },
    });
    expect(second).toMatchObject({ users: { unchanged: 2, updated: 0 }, surveys: { unchanged: 2 } });
    expect(await contents()).toBe(after);
  });
});
