import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { executeStatements, generatedId, NewerSchemaError, type Migrations } from "../../src/index.ts";
import { makePostgresDatabase } from "../support/postgres/postgres-databases.ts";
import { findTally, makeTallies, open, tallyMigrations } from "../support/open-tallies.ts";

const withIds: Migrations = {
  "0001": {
    async up(db, engine) {
      const things = `create table things (id ${generatedId(engine)});\ninsert into things default values;\n`;
      await executeStatements(db, things);
    },
  },
};

async function makeEmpty(): Promise<string> {
  const database = await makePostgresDatabase();
  onTestFinished(() => database.drop());
  return database.address;
}

describe("migrations on PostgreSQL", () => {
  it("are applied once by several nodes that start together", async () => {
    const address = await makeEmpty();
    const nodes = Array.from({ length: 6 }, () => open(address));
    await Promise.all(nodes.map((node) => node.migrate(withIds)));
    const { rows } = await sql<{ readonly id: number }>`select id from things`.execute(
      open(address).reader.kysely,
    );
    expect(rows).toEqual([{ id: 1 }]);
  });

  it("are all applied or none", async () => {
    const address = await makeEmpty();
    const broken = { ...withIds, "0002": { up: () => Promise.reject(new Error("not like this")) } };
    await expect(open(address).migrate(broken)).rejects.toThrow("could not be migrated");
    await open(address).migrate(withIds);
  });

  it("of a newer release refuse an older one that starts, and do not affect one that is running", async () => {
    const address = await makeTallies(["a"]);
    const older = open(address);
    await older.reader.run(findTally, { name: "a" });
    const newer: Migrations = {
      ...tallyMigrations,
      "0002": {
        up: async (db) => {
          await db.schema.alterTable("tallies").addColumn("note", "text").execute();
        },
      },
    };
    await open(address).migrate(newer);
    expect(await older.reader.run(findTally, { name: "a" })).toEqual([{ name: "a", count: 0 }]);
    await older.write(({ kysely }) =>
      kysely.insertInto("tallies").values({ name: "b", count: 1, seen_at: 0 }).execute(),
    );
    await expect(open(address).migrate(tallyMigrations)).rejects.toBeInstanceOf(NewerSchemaError);
  });
});
