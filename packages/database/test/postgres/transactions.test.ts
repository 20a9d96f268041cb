import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailableError } from "../../src/index.ts";
import { addOne, findTally, makeTallies, open } from "../support/open-tallies.ts";

describe("work that names the same lock", () => {
  it("runs one unit at a time over several nodes, so that none relies on a value that another has just changed", async () => {
    const address = await makeTallies(["a"]);
    const nodes = [open(address), open(address), open(address)];
    const work = Array.from({ length: 30 }, (_, at) =>
      addOne(nodes[at % 3] ?? open(address), "a", ["tally a"]),
    );
    const counts = await Promise.all(work);
    expect(counts.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
  });

  it("can name several locks, in any order", async () => {
    const address = await makeTallies(["a", "b"]);
    const nodes = [open(address), open(address)];
    const work = Array.from({ length: 40 }, (_, at) =>
      addOne(nodes[at % 2] ?? open(address), at % 4 < 2 ? "a" : "b", at % 2 === 0 ? ["a", "b"] : ["b", "a"]),
    );
    await Promise.all(work);
    const [row] = await (nodes[0] ?? open(address)).reader.run(findTally, { name: "a" });
    expect(row?.count).toBe(20);
  });

  it("does not delay other work", async () => {
    const database = open(await makeTallies(["a", "b"]));
    const { promise: gate, resolve: openGate } = Promise.withResolvers<undefined>();
    const slow = database.write(() => gate, { locks: ["a"] });
    expect(await addOne(database, "b", ["b"])).toBe(2);
    openGate(undefined);
    await slow;
  });
});

describe("a transaction", () => {
  it("that is a snapshot sees nothing that is committed after its first statement", async () => {
    const database = open(await makeTallies(["a"]));
    const counts = await database.write(
      async (transaction) => {
        const before = await transaction.run(findTally, { name: "a" });
        await addOne(database, "a", ["a"]);
        return [before, await transaction.run(findTally, { name: "a" })];
      },
      { isSnapshot: true },
    );
    expect(counts[1]).toEqual(counts[0]);
    expect(await database.reader.run(findTally, { name: "a" })).not.toEqual(counts[0]);
  });

  it("that is a deadlock victim is run again", async () => {
    const address = await makeTallies(["a", "b"]);
    // The server looks for deadlocks after a second, which leaves half a second of the usual time limit.
    const nodes = [open(address, { patience: 10 }), open(address, { patience: 10 })] as const;
    const addToBoth = (node: (typeof nodes)[0], first: string, second: string) =>
      node.write(async ({ kysely }) => {
        for (const name of [first, second]) {
          await kysely
            .updateTable("tallies")
            .set({ count: sql<number>`count + 10` })
            .where("name", "=", name)
            .execute();
          await sleep(100);
        }
      });
    await Promise.all([addToBoth(nodes[0], "a", "b"), addToBoth(nodes[1], "b", "a")]);
    const found = await Promise.all(["a", "b"].map((name) => nodes[0].reader.run(findTally, { name })));
    expect(found.map(([row]) => row?.count)).toEqual([20, 21]);
  });

  it("that throws has no effect, and what shared its commit takes effect", async () => {
    const database = open(await makeTallies(["a"]));
    const failing = database.write(
      async ({ kysely }) => {
        await kysely.updateTable("tallies").set({ count: 100 }).execute();
        throw new RangeError("changed its mind");
      },
      { locks: ["tally a"] },
    );
    const outcomes = await Promise.allSettled([
      addOne(database, "a", ["tally a"]),
      failing,
      addOne(database, "a", ["tally a"]),
    ]);
    expect(outcomes).toMatchObject([
      { value: 1 },
      { reason: new RangeError("changed its mind") },
      { value: 2 },
    ]);
  });

  it("that waits for a lock for too long reports that the database is unavailable, and can be retried", async () => {
    const address = await makeTallies(["a"]);
    // The one that holds the lock is given the time that the other one waits for it, however slow the machine is.
    const [holder, other] = [open(address, { patience: 10 }), open(address)];
    const { promise: gate, resolve: openGate } = Promise.withResolvers<undefined>();
    const locked = Promise.withResolvers<void>();
    const hold = () => {
      locked.resolve();
      return gate;
    };
    const holding = holder.write(hold, { locks: ["a"] });
    await locked.promise;
    await expect(addOne(other, "a", ["a"])).rejects.toBeInstanceOf(DatabaseUnavailableError);
    openGate(undefined);
    await holding;
    expect(await addOne(other, "a", ["a"])).toBe(1);
  });

  it("of a node that has gone silent is aborted soon, so that others get its locks", async () => {
    const address = await makeTallies(["a"]);
    const [silent, other] = [open(address), open(address)];
    const { promise: gate, resolve: openGate } = Promise.withResolvers<undefined>();
    const stuck = silent.write(
      async ({ kysely }) => {
        await gate;
        await kysely.updateTable("tallies").set({ count: 100 }).execute();
      },
      { locks: ["a"] },
    );
    const outcome = stuck.catch((reason: unknown) => reason);
    await sleep(3000);
    expect(await addOne(other, "a", ["a"])).toBe(1);
    openGate(undefined);
    expect(await outcome).toBeInstanceOf(DatabaseUnavailableError);
    expect(await addOne(silent, "a", ["a"])).toBe(2);
  });
});

describe("time", () => {
  it("is the database's own, in milliseconds", async () => {
    const database = open(await makeTallies());
    const { rows } = await sql<{ readonly now: number }>`select now_ms() as now`.execute(
      database.reader.kysely,
    );
    expect(Math.abs((rows[0]?.now ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});
