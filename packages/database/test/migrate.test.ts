import { setTimeout as sleep } from "node:timers/promises";
import type { Migration } from "kysely/migration";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDatabase, type Migrations } from "../src/index.ts";
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
