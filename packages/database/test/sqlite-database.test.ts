import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  DatabaseUnavailableError,
  isDamagedFile,
  NewerSchemaError,
  openDatabase,
  prepareQuery,
} from "../src/index.ts";
import { addNote, idsIn, openNotes, temporaryFile, type Notes } from "./support/temporary-database.ts";

describe("a SQLite database", () => {
  it("syncs every commit to disk", async () => {
    const database = await openNotes();
    const pragma = await database.write(async ({ kysely }) => [
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(kysely)).rows[0]?.synchronous,
      (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(kysely)).rows[0]?.journal_mode,
    ]);
    expect(pragma).toEqual([2, "wal"]);
  });

  it("overwrites what is deleted in its file", async () => {
    const file = temporaryFile();
    const database = await openNotes(file);
    await database.write(({ kysely }) =>
      kysely
        .insertInto("notes")
        .values([
          { id: 1, text: "a canary that is deleted" },
          { id: 2, text: "a canary that stays" },
        ])
        .execute(),
    );
    await database.write(({ kysely }) => kysely.deleteFrom("notes").where("id", "=", 1).execute());
    await database.close();
    const content = readFileSync(file, "latin1");
    expect([content.includes("that stays"), content.includes("that is deleted")]).toEqual([true, false]);
  });

  it("does not sync commits of data that may be lost", async () => {
    const database = openDatabase<Notes>({ address: `sqlite:${temporaryFile()}`, syncsCommits: false });
    onTestFinished(() => database.close());
    const pragma = await database.write(async ({ kysely }) => [
      (await sql<{ synchronous: number }>`pragma synchronous`.execute(kysely)).rows[0]?.synchronous,
      (await sql<{ journal_mode: string }>`pragma journal_mode`.execute(kysely)).rows[0]?.journal_mode,
    ]);
    expect(pragma).toEqual([1, "wal"]);
  });

  it("tells a damaged file from one that is locked", async () => {
    const damaged = temporaryFile();
    writeFileSync(damaged, "this is no database".repeat(1000));
    expect(isDamagedFile(await openNotes(damaged).catch((error: unknown) => error))).toBe(true);
    const locked = Object.assign(new Error("database is locked"), { errcode: 5 });
    expect(isDamagedFile(new DatabaseUnavailableError("busy", { cause: locked }))).toBe(false);
  });

  it("shows a reader only committed data", async () => {
    const database = await openNotes();
    let seenInside: readonly number[] = [];
    await database.write(async ({ kysely }) => {
      await kysely.insertInto("notes").values({ id: 1, text: "" }).execute();
      seenInside = await idsIn(database);
    });
    expect(seenInside).toEqual([]);
    expect(await idsIn(database)).toEqual([1]);
  });

  it("keeps confirmed writes when it is opened again", async () => {
    const path = temporaryFile();
    const first = await openNotes(path);
    await addNote(first, 7);
    await first.close();
    expect(await idsIn(await openNotes(path))).toEqual([7]);
  });

  it("creates files that other users of the machine cannot read", async () => {
    const path = temporaryFile();
    await openNotes(path);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it("waits for a lock of another process and then continues", async () => {
    const path = temporaryFile();
    const database = await openNotes(path);
    const other = new DatabaseSync(path);
    other.exec("begin immediate");
    const added = addNote(database, 1);
    await sleep(100);
    expect(await idsIn(database)).toEqual([]);
    other.exec("commit");
    other.close();
    expect(await added).toBe(1);
  });

  it("returns the time of its own clock", async () => {
    const clock = { now: 1000 };
    const database = await openNotes(temporaryFile(), () => clock.now);
    const ask = async () =>
      (await sql<{ now: number }>`select now_ms() as now`.execute(database.reader.kysely)).rows[0]?.now;
    expect(await ask()).toBe(1000);
    clock.now = 2000;
    expect(await ask()).toBe(2000);
  });

  it("creates the folder of its file but not the parents, and names the missing folder", async () => {
    const path = temporaryFile();
    await openNotes(join(dirname(path), "data", "test.db"));
    for (const place of [join(dirname(path), "missing", "data", "test.db"), "/proc/missing/test.db"]) {
      expect(() => openDatabase({ address: `sqlite:${place}` })).toThrow(/cannot be made or written/);
    }
  });

  it("reports a file that is not a database as unavailable", () => {
    expect(() => openDatabase({ address: "sqlite:/proc/version" })).toThrow(DatabaseUnavailableError);
  });

  it("refuses a schema of a newer release without changing it", async () => {
    const path = temporaryFile();
    await openNotes(path);
    const older = openDatabase<Notes>({ address: `sqlite:${path}` });
    await expect(older.migrate({})).rejects.toThrow(NewerSchemaError);
    await older.close();
  });
});

describe("an address", () => {
  it.each(["", "platform.db", "sqlite:", "sqlite::memory:", "mysql://host/db"])(
    "%j is refused",
    (address) => {
      expect(() => openDatabase({ address })).toThrow(/must be sqlite: and a file path/);
    },
  );
});

describe("a prepared query", () => {
  const byId = prepareQuery<Notes, { id: number; text: string }>()((db, param) =>
    db
      .selectFrom("notes")
      .select("text")
      .where("text", "=", param("text"))
      .where("id", "=", param("id"))
      .where("id", ">", 0),
  );

  it("takes its parameters by name, wherever they are used", async () => {
    const database = await openNotes();
    await database.write(({ kysely }) =>
      kysely
        .insertInto("notes")
        .values([
          { id: 1, text: "one" },
          { id: 2, text: "two" },
        ])
        .execute(),
    );
    expect(await database.reader.run(byId, { id: 2, text: "two" })).toEqual([{ text: "two" }]);
    expect(await database.reader.run(byId, { id: 1, text: "two" })).toEqual([]);
  });
});
