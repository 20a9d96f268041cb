import { describe, expect, it, onTestFinished, vi } from "vitest";
import { RunningTime } from "../../../../scripts/processes/running-time.ts";
import { DatabaseUnavailableError, openDatabase } from "../../src/index.ts";
import {
  addOne,
  findTally,
  makeTallies,
  open,
  placeOf,
  through,
  type Tallies,
} from "../support/open-tallies.ts";
import { endOtherClients } from "../support/postgres/drop-database.ts";
import { connect } from "../support/postgres/postgres-of-run.ts";
import { startRelay } from "../support/relay.ts";

const unavailable = expect.objectContaining({ name: "DatabaseUnavailableError" });

async function openThroughRelay(names: readonly string[]) {
  const address = await makeTallies(names);
  const relay = await startRelay(placeOf(address));
  return { address, relay, database: open(through(relay.port, address), { connections: 4 }) };
}

async function endConnections(address: string): Promise<void> {
  await using client = await connect(address);
  await endOtherClients(client, new URL(address).pathname.slice(1));
}

describe("a connection that died while idle", () => {
  it("is replaced without an error", async () => {
    const address = await makeTallies(["a"]);
    const database = open(address);
    await Promise.all(Array.from({ length: 10 }, () => addOne(database, "a", [])));
    await database.reader.run(findTally, { name: "a" });
    await endConnections(address);
    expect(await database.reader.run(findTally, { name: "a" })).toHaveLength(1);
    await database.write(({ kysely }) => kysely.updateTable("tallies").set({ count: 7 }).execute());
    expect(await database.reader.run(findTally, { name: "a" })).toEqual([{ name: "a", count: 7 }]);
  });

  it("is replaced also when its end was lost in the network", async () => {
    const { relay, database } = await openThroughRelay(["a"]);
    await addOne(database, "a", []);
    await database.reader.run(findTally, { name: "a" });
    relay.cut();
    expect(await database.reader.run(findTally, { name: "a" })).toHaveLength(1);
    expect(await addOne(database, "a", [])).toBe(2);
  });
});

describe("a connection that dies while its server is asked for its state", () => {
  it("fails the look-up, and the process lives on", async () => {
    const { address, relay, database } = await openThroughRelay(["a"]);
    const uncaught = vi.fn<(error: Error) => void>();
    process.on("uncaughtException", uncaught);
    onTestFinished(() => void process.off("uncaughtException", uncaught));
    relay.cutAfter("pg_is_in_recovery");
    await expect(database.reader.run(findTally, { name: "a" })).rejects.toEqual(unavailable);
    await endConnections(address);
    relay.cutAfter("never sent");
    expect(await database.reader.run(findTally, { name: "a" })).toHaveLength(1);
    expect(uncaught).not.toHaveBeenCalled();
  });
});

describe("a connection that dies while it is used", () => {
  it("fails the transaction, which has no effect", async () => {
    const address = await makeTallies(["a"]);
    const database = open(address);
    const work = database.write(async ({ kysely }) => {
      await kysely.updateTable("tallies").set({ count: 100 }).execute();
      await endConnections(address);
      await kysely.updateTable("tallies").set({ count: 200 }).execute();
    });
    await expect(work).rejects.toEqual(unavailable);
    expect(await database.reader.run(findTally, { name: "a" })).toEqual([{ name: "a", count: 0 }]);
  });

  it("during the commit leaves the outcome unknown, which is never reported as success and never retried", async () => {
    const { address, relay, database } = await openThroughRelay(["a"]);
    await addOne(database, "a", []);
    relay.cutAfter("commit");
    await expect(addOne(database, "a", [])).rejects.toEqual(unavailable);
    // The server had it: done once, and not again on another connection.
    await expect
      .poll(() => open(address).reader.run(findTally, { name: "a" }))
      .toEqual([{ name: "a", count: 2 }]);
  });
});

describe("a server that does not answer", () => {
  it("fails look-ups and transactions within three seconds, and is used again as soon as it responds", async () => {
    const { relay, database } = await openThroughRelay(["a"]);
    await addOne(database, "a", []);
    relay.pause();
    using time = new RunningTime();
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 30 }, () => database.reader.run(findTally, { name: "a" })),
      ...Array.from({ length: 10 }, () => addOne(database, "a", ["a"])),
      database.ping(),
    ]);
    expect(time.milliseconds).toBeLessThan(3000);
    for (const outcome of outcomes) expect(outcome).toEqual({ status: "rejected", reason: unavailable });
    relay.resume();
    expect(await database.reader.run(findTally, { name: "a" })).toHaveLength(1);
  });

  it("at the first attempt of a patient caller is asked again soon, and not after all of the caller's patience", async () => {
    const address = await makeTallies(["a"]);
    const relay = await startRelay(placeOf(address));
    relay.holdFrom(1);
    // As much as a command that may run for half an hour.
    const patient = open(through(relay.port, address), { patience: 1200 });
    const reading = patient.reader.run(findTally, { name: "a" });
    await expect.poll(() => relay.connections).toBe(1);
    relay.passFurther();
    expect(await reading).toHaveLength(1);
  });

  it("that does not exist gives an error without its password", async () => {
    const address = "postgres://somebody:a-password@127.0.0.1:1/nowhere";
    const database = openDatabase<Tallies>({ address });
    const failure = await database.ping().catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(DatabaseUnavailableError);
    expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain("a-password");
    await database.close();
  });
});
