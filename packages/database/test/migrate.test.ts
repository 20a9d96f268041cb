import { setTimeout as sleep } from "node:timers/promises";
import type { Migration } from "kysely/migration";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase, type Migrations } from "../src/index.ts";
import { recordedMigrations } from "./support/early-version.ts";
import { idsIn, temporaryFile, type Notes } from "./support/temporary-database.ts";

describe("the migrations of a database", () => {
  it("leave nothing behind when one of them breaks off, so that the next start can try again", async () => {
    const database = open(temporaryFile());
    const breaking: Migrations = {
      "0001": {
        async up(db) {
          await notes.up(db);
          throw new Error("power cut");
        },
      },
    };
    await expect(database.migrate(breaking)).rejects.toThrow("could not be migrated");
    await database.migrate({ "0001": notes });
    expect(await idsIn(database)).toEqual([1]);
  });

  it("that one replaces have its name, before those that were applied after them", async () => {
    const database = open(temporaryFile());
    const later: Migration = { up: (db) => db.schema.dropTable("notes").execute() };
    const none: Migration = { up: async () => undefined };
    await database.migrate({ "0001": notes, "0002": none, "0050": none });
    const joined = { "0000": { ...notes, replaces: ["0001", "0002"] }, "0050": none };
    await database.migrate(joined);
    expect(await recordedMigrations(database)).toEqual(["0000", "0050"]);
    expect(await idsIn(database)).toEqual([1]);
    await database.migrate({ ...joined, "0051": later });
    await expect(idsIn(database)).rejects.toThrow("no such table");
  });

  it("are applied once when several processes start on it together", async () => {
    const path = temporaryFile();
    const slow = {
      async up(db: Parameters<Migration["up"]>[0]) {
        await notes.up(db);
        await sleep(20);
      },
    };
    const starts = [1, 2, 3].map(() => open(path));
    await Promise.all(starts.map((database) => database.migrate({ "0001": slow })));
    for (const database of starts) expect(await idsIn(database)).toEqual([1]);
  });
});

const notes: Migration = {
  async up(db) {
    await db.schema
      .createTable("notes")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("text", "text")
      .execute();
    await db.insertInto("notes").values({ id: 1, text: "" }).execute();
  },
};

function open(path: string) {
  const database = openDatabase<Notes>({ address: `sqlite:${path}` });
  onTestFinished(() => database.close());
  return database;
}
