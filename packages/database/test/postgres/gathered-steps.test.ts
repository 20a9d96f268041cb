import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { alone, prepareQuery, rowsOf, send, type Steps } from "../../src/index.ts";
import { findTally, makeTallies, open, placeOf, through, type Tallies } from "../support/open-tallies.ts";
import { startRelay } from "../support/relay.ts";

const setCount = prepareQuery<Tallies, { readonly name: string; readonly count: number }>()((db, param) =>
  db
    .updateTable("tallies")
    .set({ count: param("count") })
    .where("name", "=", param("name")),
);

const raise = prepareQuery<Tallies, { readonly name: string }>()((db, param) =>
  db
    .updateTable("tallies")
    .set({ count: sql<number>`count + 1` })
    .where("name", "=", param("name"))
    .returning("count"),
);

const transactionId = prepareQuery<Tallies, { readonly name: string }>()((db, param) =>
  db
    .selectFrom("tallies")
    .select(sql<string>`pg_current_xact_id()::text`.as("id"))
    .where("name", "=", param("name")),
);

/** Reads first and writes then, which is safe only if no other unit of the lock comes between. */
function* addInTwoSteps(name: string): Steps<Tallies, number> {
  const [row] = yield* rowsOf(findTally, { name });
  const count = (row?.count ?? 0) + 1;
  yield* send(setCount, { name, count });
  return count;
}

function* add(name: string): Steps<Tallies, number> {
  const [row] = yield* rowsOf(raise, { name });
  return row?.count ?? 0;
}

function* idOf(name: string, isAlone = false): Steps<Tallies, string | undefined> {
  if (isAlone) yield* alone();
  const [row] = yield* rowsOf(transactionId, { name });
  return row?.id;
}

function* addAlone(name: string): Steps<Tallies, number> {
  yield* alone();
  return yield* add(name);
}

function* addThenAlone(name: string): Steps<Tallies, void> {
  yield* add(name);
  yield* alone();
}

function* addThenThrow(name: string): Steps<Tallies, void> {
  yield* add(name);
  throw new RangeError("changed its mind");
}

describe("steps of several locks that are requested in one turn", () => {
  it("share a transaction, and each gets its own rows", async () => {
    const database = open(await makeTallies(["a", "b", "c"]));
    const ids = await Promise.all(["a", "b", "c"].map((name) => database.writeSteps(() => idOf(name), name)));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^\d+$/);
    const counts = await Promise.all(["a", "b"].map((name) => database.writeSteps(() => add(name), name)));
    // Each tally begins with its place in the list.
    expect(counts).toEqual([1, 2]);
  });

  it("do not share it with those that ask for one of their own", async () => {
    const database = open(await makeTallies(["a", "b"]));
    const [first, second] = await Promise.all([
      database.writeSteps(() => idOf("a"), "a"),
      database.writeSteps(() => idOf("b", true), "b"),
    ]);
    expect(second).toMatch(/^\d+$/);
    expect(second).not.toBe(first);
  });

  it("that have changed something cannot ask for a transaction of their own", async () => {
    const database = open(await makeTallies(["a"]));
    await expect(database.writeSteps(() => addThenAlone("a"), "a")).rejects.toThrow(
      "cannot ask for a transaction of their own",
    );
    expect(await database.reader.run(findTally, { name: "a" })).toMatchObject([{ count: 0 }]);
  });

  it("have no effect when they throw, and the others take effect", async () => {
    const database = open(await makeTallies(["a", "b"]));
    const outcomes = await Promise.allSettled([
      database.writeSteps(() => addThenThrow("a"), "a"),
      database.writeSteps(() => add("b"), "b"),
      database.writeSteps(() => add("a"), "a"),
    ]);
    expect(outcomes).toMatchObject([
      { reason: new RangeError("changed its mind") },
      { value: 2 },
      { value: 1 },
    ]);
  });
});

describe("steps whose commit has no result", () => {
  it("are not reported as done", async () => {
    const address = await makeTallies(["a"]);
    const relay = await startRelay(placeOf(address));
    const database = open(through(relay.port, address), { connections: 1 });
    expect(await database.writeSteps(() => add("a"), "a")).toBe(1);
    relay.cutAfter("commit");
    await expect(database.writeSteps(() => add("a"), "a")).rejects.toThrow("cannot be used");
  });
});

describe("steps of one lock", () => {
  it("run one unit after the other over several nodes", async () => {
    const address = await makeTallies(["a"]);
    const nodes = [open(address), open(address), open(address)];
    const work = Array.from({ length: 90 }, (_, at) =>
      (nodes[at % 3] ?? open(address)).writeSteps(() => addInTwoSteps("a"), "tally a"),
    );
    const counts = await Promise.all(work);
    expect(counts.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 90 }, (_, at) => at + 1));
  });
});

describe("steps of one lock that ask for a transaction of their own", () => {
  it("keep their place among the others, so that each sees what those before it have counted", async () => {
    const database = open(await makeTallies(["a"]));
    const counts = [add, addAlone, add, addAlone, add].map((steps) =>
      database.writeSteps(() => steps("a"), "a"),
    );
    expect(await Promise.all(counts)).toEqual([1, 2, 3, 4, 5]);
  });
});

/** Begins a transaction that goes on while `hold` does. */
type Held = (holder: ReturnType<typeof open>, hold: () => Promise<void>) => Promise<unknown>;

describe("steps of another lock", () => {
  it.each<[string, Held, number]>([
    ["whose lock is taken", (holder, hold) => holder.write(hold, { locks: ["a"] }), 1],
    [
      "that need a row that another transaction has locked",
      (holder, hold) =>
        holder.write(async (transaction) => {
          await transaction.run(raise, { name: "a" });
          await hold();
        }),
      2,
    ],
  ])("do not wait with those %s", async (_, begin, last) => {
    const address = await makeTallies(["a", "b"]);
    const [holder, database] = [open(address, { patience: 10 }), open(address, { patience: 10 })];
    const { promise: gate, resolve: openGate } = Promise.withResolvers<undefined>();
    const holding = Promise.withResolvers<undefined>();
    const held = begin(holder, async () => {
      holding.resolve(undefined);
      await gate;
    });
    await holding.promise;
    let isThrough = false;
    const waiting = database.writeSteps(() => add("a"), "a").finally(() => (isThrough = true));
    expect(await database.writeSteps(() => add("b"), "b")).toBe(2);
    expect(isThrough).toBe(false);
    openGate(undefined);
    await held;
    expect(await waiting).toBe(last);
  });
});
