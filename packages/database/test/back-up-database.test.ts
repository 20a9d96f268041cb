import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { backUpDatabase } from "../src/back-up-database.ts";
import { addNote, idsIn, openNotes, temporaryFile } from "./support/temporary-database.ts";

/** What a file holds, read without the files beside it. */
function idsInFile(file: string): readonly unknown[] {
  using database = new DatabaseSync(file, { readOnly: true });
  return database
    .prepare("select id from notes order by id")
    .all()
    .map((row) => row["id"]);
}

describe("a backup of a SQLite database", () => {
  test("has every write that was confirmed before, and no partial one, while the database is written to", async () => {
    const path = temporaryFile();
    const database = await openNotes(path);
    const file = join(dirname(path), "copy.db");
    for (let id = 1; id <= 50; id += 1) await addNote(database, id);
    const pairs = Array.from({ length: 200 }, (_, index) =>
      database.write(async ({ kysely }) => {
        for (const id of [1000 + 2 * index, 1001 + 2 * index])
          await kysely.insertInto("notes").values({ id, text: "" }).execute();
      }),
    );
    await pairs[0];
    backUpDatabase(`sqlite:${path}`, file);
    await Promise.all(pairs);
    const ids = idsInFile(file);
    expect(ids.slice(0, 52)).toEqual([...Array.from({ length: 50 }, (_, index) => index + 1), 1000, 1001]);
    expect(ids.length % 2).toBe(0);
    expect(await idsIn(database)).toHaveLength(450);
  });

  test("is one file that only this user can read, and leaves nothing beside it", async () => {
    const path = temporaryFile();
    const database = await openNotes(path);
    await addNote(database, 1);
    const folder = join(dirname(path), "backups");
    const { bytes, source } = backUpDatabase(`sqlite:${path}`, join(folder, "copy.db"));
    expect(readdirSync(folder)).toEqual(["copy.db"]);
    expect(statSync(join(folder, "copy.db"))).toMatchObject({ size: bytes, mode: 0o100600 });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(source).toBe(path);
  });

  test("contains no deleted data", async () => {
    const path = temporaryFile();
    const database = await openNotes(path);
    const canary = "deleted-canary".repeat(20);
    await database.write(({ kysely }) =>
      kysely.insertInto("notes").values({ id: 1, text: canary }).execute(),
    );
    await database.write(({ kysely }) => kysely.deleteFrom("notes").execute());
    const file = join(dirname(path), "copy.db");
    backUpDatabase(`sqlite:${path}`, file);
    expect(readFileSync(file).includes(canary)).toBe(false);
  });

  test("never overwrites an existing file of any kind", async () => {
    const path = temporaryFile();
    await openNotes(path);
    const file = join(dirname(path), "taken");
    writeFileSync(file, "precious");
    expect(() => backUpDatabase(`sqlite:${path}`, file)).toThrow("exists already");
    expect(() => backUpDatabase(`sqlite:${path}`, path)).toThrow("exists already");
    expect(readFileSync(file, "utf8")).toBe("precious");
    expect(readdirSync(dirname(path)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("is refused for a missing, foreign or damaged file, and leaves nothing behind", async () => {
    const path = temporaryFile();
    const file = join(dirname(path), "copy.db");
    expect(() => backUpDatabase(`sqlite:${path}`, file)).toThrow("There is no database");
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, "no database at all ".repeat(100));
    expect(() => backUpDatabase(`sqlite:${path}`, file)).toThrow("file is not a database");
    const damaged = join(dirname(path), "damaged.db");
    const database = await openNotes(damaged);
    for (let id = 1; id <= 100; id += 1) await addNote(database, id);
    await database.close();
    writeFileSync(damaged, readFileSync(damaged).fill(0x41, 4096, 8192));
    expect(() => backUpDatabase(`sqlite:${damaged}`, file)).toThrow(/damaged|cannot be copied/);
    expect(readdirSync(dirname(path)).toSorted()).toEqual(["damaged.db", "test.db"]);
  });

  test("can be made of a read-only file", async () => {
    const path = temporaryFile();
    const database = await openNotes(path);
    await addNote(database, 7);
    await database.close();
    chmodSync(path, 0o400);
    const file = join(dirname(path), "copy.db");
    backUpDatabase(`sqlite:${path}`, file);
    expect(idsInFile(file)).toEqual([7]);
  });

  test.each(["postgres://127.0.0.1/platform", "sqlite::memory:"])(
    "of %s is refused with a word about what to do",
    (address) => {
      expect(() => backUpDatabase(address, temporaryFile())).toThrow("PostgreSQL brings its own tools");
    },
  );
});
