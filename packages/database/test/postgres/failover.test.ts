import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inspectDatabase, openDatabase, type Database } from "../../src/index.ts";
import { addOne, findTally, open, tallyMigrations, type Tallies } from "../support/open-tallies.ts";
import { ask, PostgresPair } from "../support/postgres/postgres-pair.ts";
import type { PostgresServer } from "../support/postgres/postgres-server.ts";
import { startRelay } from "../support/relay.ts";

const unavailable = expect.objectContaining({ name: "DatabaseUnavailableError" });
/** Generous: the machine may be busy. */
const soon = { timeout: 30_000, interval: 20 };
/** Of one call, whatever happens to the servers. */
const limitMilliseconds = 3000;

let pair: PostgresPair;

beforeAll(async () => {
  pair = await PostgresPair.start();
  const database = openDatabase<Tallies>({ address: pair.primary.address() });
  await database.migrate(tallyMigrations);
  await database.close();
  return () => pair[Symbol.asyncDispose]();
});

beforeEach(async () => {
  if (!pair.isReplicating) await pair.rejoin();
  await ask(pair.primary, "truncate tallies");
  await ask(pair.primary, "insert into tallies values ('a', 0, 0)");
});

/** An address with several hosts: ports of this machine. */
function addressOf(...ports: readonly number[]): string {
  const { username, password } = new URL(pair.primary.address());
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return `postgres://${username}:${password}@${hosts}/postgres?target_session_attrs=read-write`;
}

function openBoth(...connections: readonly number[]): Database<Tallies> {
  const [count = 4] = connections;
  return open(addressOf(pair.standby.port, pair.primary.port), { connections: count });
}

async function countOf(database: Database<Tallies>): Promise<number> {
  const [row] = await database.reader.run(findTally, { name: "a" });
  return row?.count ?? -1;
}

/** @returns the value of the first call that succeeds; each one has to end in time */
async function first<Result>(call: () => Promise<Result>): Promise<Result> {
  let value: Result | undefined;
  await expect
    .poll(async () => {
      const startedAt = performance.now();
      const [outcome] = await Promise.allSettled([call()]);
      expect(performance.now() - startedAt).toBeLessThan(2 * limitMilliseconds);
      if (outcome.status === "fulfilled") value = outcome.value;
      expect([undefined, unavailable]).toContainEqual(
        outcome.status === "rejected" ? outcome.reason : undefined,
      );
      return outcome.status;
    }, soon)
    .toBe("fulfilled");
  // The poll ended with a result.
  return value as Result;
}

describe("of several servers", () => {
  it("the one that accepts writes is used, for reading too, wherever it stands in the list", async () => {
    const port = "select inet_server_port() as port";
    for (const ports of [
      [pair.standby.port, pair.primary.port],
      [pair.primary.port, pair.standby.port],
    ]) {
      const database = open(addressOf(...ports));
      expect(await addOne(database, "a", [])).toBeGreaterThan(0);
      const { kysely } = database.reader;
      const { rows } = await kysely.executeQuery({ ...kysely.selectNoFrom([]).compile(), sql: port });
      expect(rows).toEqual([{ port: pair.primary.port }]);
    }
  });

  it("one that accepts connections and stays silent does not hold up the others", async () => {
    const silent = await startRelay({ host: "127.0.0.1", port: pair.standby.port });
    silent.pause();
    const database = open(addressOf(silent.port, pair.primary.port));
    const startedAt = performance.now();
    expect(await addOne(database, "a", [])).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(limitMilliseconds);
  });

  it("a standby alone is not used, neither for reading nor for writing", async () => {
    for (const database of [open(addressOf(pair.standby.port)), open(addressOf(pair.standby.port, 1))]) {
      await expect(database.ping()).rejects.toEqual(unavailable);
      await expect(countOf(database)).rejects.toEqual(unavailable);
      await expect(addOne(database, "a", [])).rejects.toEqual(unavailable);
    }
  });

  it("an inspection shows the role of each", async () => {
    const condition = await inspectDatabase(addressOf(1, pair.standby.port, pair.primary.port));
    expect(condition).toMatchObject({
      state: "usable",
      place: `postgres on 127.0.0.1:${pair.primary.port}`,
      writeProblem: undefined,
      servers: [
        { name: "127.0.0.1:1", role: "unreachable" },
        { name: `127.0.0.1:${pair.standby.port}`, role: "read-only" },
        { name: `127.0.0.1:${pair.primary.port}`, role: "primary" },
      ],
    });
  });
});

describe("after the primary was lost", () => {
  it.each([
    ["killed", (server: PostgresServer) => server.kill()],
    ["frozen", (server: PostgresServer) => server.pause()],
  ])(
    "because it was %s, it is not ready until the standby is promoted, and then is again",
    async (_, lose) => {
      const database = openBoth();
      expect(await addOne(database, "a", [])).toBe(1);
      await database.ping();
      await lose(pair.primary);
      const startedAt = performance.now();
      await expect(database.ping()).rejects.toEqual(unavailable);
      await expect(countOf(database)).rejects.toEqual(unavailable);
      expect(performance.now() - startedAt).toBeLessThan(2 * limitMilliseconds);
      await pair.promote();
      expect(await first(() => addOne(database, "a", []))).toBe(2);
      expect(await countOf(database)).toBe(2);
      await database.ping();
    },
  );

  it("because it became read-only, writes go to the new primary", async () => {
    const database = openBoth();
    expect(await addOne(database, "a", [])).toBe(1);
    const old = pair.primary;
    await pair.promote();
    await ask(old, "alter system set default_transaction_read_only = on");
    await ask(old, "select pg_reload_conf()");
    expect(await first(() => addOne(database, "a", []))).toBe(2);
  });
});

describe("while the old primary lives on after a promotion", () => {
  it("what was written to the new one is read by every process", async () => {
    // This process learns of the promotion late.
    const relay = await startRelay({ host: "127.0.0.1", port: pair.standby.port });
    const late = open(addressOf(pair.primary.port, relay.port), { connections: 4 });
    const early = openBoth();
    for (const database of [late, early]) expect(await countOf(database)).toBe(0);
    relay.pause();
    await pair.promote();
    const resumed = sleep(700).then(() => relay.resume());
    expect(await first(() => addOne(early, "a", []))).toBe(1);
    // Exactly one try: it may be refused, but it is never answered with the past.
    const outcome = await countOf(late).catch(() => "refused");
    expect([1, "refused"]).toContain(outcome);
    await resumed;
    expect(await first(() => countOf(late))).toBe(1);
  });

  it("a process that has seen the new one never uses the old one again", async () => {
    const database = openBoth();
    expect(await countOf(database)).toBe(0);
    const old = pair.primary;
    await pair.promote();
    expect(await first(() => addOne(database, "a", []))).toBe(1);
    await pair.primary.pause();
    await expect(countOf(database)).rejects.toEqual(unavailable);
    await expect(database.ping()).rejects.toEqual(unavailable);
    expect(await ask(old, "select count from tallies")).toBe("0");
    await pair.primary.resume();
    expect(await first(() => countOf(database))).toBe(1);
  });

  it("an inspection reports the old one", async () => {
    await pair.promote();
    const condition = await inspectDatabase(addressOf(pair.standby.port, pair.primary.port));
    expect(condition).toMatchObject({
      place: `postgres on 127.0.0.1:${pair.primary.port}`,
      servers: [{ role: "replaced primary" }, { role: "primary" }],
    });
  });

  it("a commit that only the old one has is not acknowledged", async () => {
    const database = open(addressOf(pair.primary.port), { connections: 4 });
    expect(await countOf(database)).toBe(0);
    await pair.promote();
    await expect(addOne(database, "a", [])).rejects.toEqual(unavailable);
  });
});

async function setReadOnly(value: "on" | "off"): Promise<void> {
  await ask(pair.primary, `alter system set default_transaction_read_only = ${value}`);
  await ask(pair.primary, "select pg_reload_conf()");
}

function openPooled(): Database<Tallies> {
  return open(`${addressOf(pair.standby.port, pair.primary.port)}&pgbouncer=transaction`);
}

describe("by way of PgBouncer in transaction mode", () => {
  it("no statement is prepared by name, and no session has time limits of its own", async () => {
    const database = openPooled();
    for (let count = 1; count <= 3; count += 1) expect(await addOne(database, "a", ["a"])).toBe(count);
    expect(await countOf(database)).toBe(3);
    const { kysely } = database.reader;
    const sessionOf = (sql: string) => kysely.executeQuery({ ...kysely.selectNoFrom([]).compile(), sql });
    const prepared = await sessionOf("select count(*) as count from pg_prepared_statements");
    expect(prepared.rows).toEqual([{ count: 0 }]);
    const limits = await sessionOf("select reset_val from pg_settings where name like '%statement_timeout'");
    expect(limits.rows).toEqual([{ reset_val: "0" }]);
    const local = await sessionOf("select current_setting('statement_timeout') as value");
    expect(local.rows).toEqual([{ value: "1500ms" }]);
  });

  it("each transaction checks its server: an open connection that leads to a standby is not read from", async () => {
    const database = openPooled();
    expect(await countOf(database)).toBe(0);
    await setReadOnly("on");
    // Open sessions take up a changed setting by a signal; once this one has it, a single attempt must be refused.
    await sleep(2000);
    await expect(countOf(database)).rejects.toEqual(unavailable);
    await expect(database.ping()).rejects.toEqual(unavailable);
    await setReadOnly("off");
    expect(await first(() => countOf(database))).toBe(0);
  });
});
