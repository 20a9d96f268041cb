import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { inspectDatabase, InvalidDatabaseAddressError, openDatabase } from "../src/index.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "inspect-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const migrations = {
  "0001-first": { up: async () => undefined },
  "0002-second": { up: async () => undefined },
};

async function makeMigrated(path: string): Promise<void> {
  const database = openDatabase({ address: `sqlite:${path}` });
  await database.migrate(migrations);
  await database.close();
}

describe("inspecting a database", () => {
  test("creates none where there is none", async () => {
    const folder = makeFolder();
    const path = join(folder, "there/platform.db");
    expect(await inspectDatabase(`sqlite:${path}`)).toEqual({ state: "missing", path });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("reports the applied migrations, and that it is intact and writable", async () => {
    const path = join(makeFolder(), "platform.db");
    await makeMigrated(path);
    expect(await inspectDatabase(`sqlite:${path}`)).toMatchObject({
      state: "usable",
      path,
      writeProblem: undefined,
      damages: [],
      migrations: ["0001-first", "0002-second"],
    });
  });

  test("does not change another program's file", async () => {
    const path = join(makeFolder(), "other.db");
    using other = new DatabaseSync(path);
    other.exec("create table notes (text)");
    expect(await inspectDatabase(`sqlite:${path}`)).toMatchObject({
      tables: ["notes"],
      migrations: [],
    });
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  test("says why a file cannot be used", async () => {
    const path = join(makeFolder(), "text.db");
    writeFileSync(path, "a text that is no database ".repeat(100));
    expect(await inspectDatabase(`sqlite:${path}`)).toMatchObject({
      state: "unusable",
      reason: "file is not a database",
    });
  });

  test("finds damage in the middle of a file", async () => {
    const path = join(makeFolder(), "platform.db");
    using database = new DatabaseSync(path);
    database.exec("create table t (a); insert into t values (zeroblob(100000)), (zeroblob(100000))");
    database.close();
    const bytes = readFileSync(path);
    // The second page is the root of the table.
    bytes.fill(0xff, 4096, 2 * 4096);
    writeFileSync(path, bytes);
    const condition = await inspectDatabase(`sqlite:${path}`);
    expect(condition.state === "usable" && condition.damages.length).toBeGreaterThan(0);
  });

  test("reports that another process holds the lock", async () => {
    const path = join(makeFolder(), "platform.db");
    await makeMigrated(path);
    using other = new DatabaseSync(path);
    other.exec("begin immediate");
    expect(await inspectDatabase(`sqlite:${path}`)).toMatchObject({
      state: "usable",
      writeProblem: "database is locked",
    });
  });

  test("reports no file for one in memory, and refuses an address that names none", async () => {
    expect(await inspectDatabase("sqlite::memory:")).toEqual({ state: "in memory" });
    await expect(inspectDatabase("mysql://host/database")).rejects.toThrow(InvalidDatabaseAddressError);
  });
});
