import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RunningTime } from "../../../../scripts/processes/running-time.ts";
import { DatabaseUnavailableError, inspectDatabase, openDatabase, type Database } from "../../src/index.ts";
import { addOne, findTally, open, tallyMigrations, type Tallies } from "../support/open-tallies.ts";
import { ask, PostgresPair } from "../support/postgres/postgres-pair.ts";
import type { PostgresServer } from "../support/postgres/postgres-server.ts";
import { Reader } from "../support/reader.ts";
import { startRelay } from "../support/relay.ts";

const unavailable = expect.objectContaining({ name: "DatabaseUnavailableError" });
/** Generous: the machine may be busy. */
const soon = { timeout: 30_000, interval: 20 };
/** Of one call, whatever happens to the servers. */
const limitMilliseconds = 3000;
/** How long a new primary is not used, from when it is seen. */
const graceMilliseconds = 3000;

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

/** @returns the port of the server that is read from */
async function portOf({ reader: { kysely } }: Database<Tallies>): Promise<number | undefined> {
  const { rows } = await kysely.executeQuery<{ readonly port: number }>({
    ...kysely.selectNoFrom([]).compile(),
    sql: "select inet_server_port() as port",
  });
  return rows[0]?.port;
}

async function countOf(database: Database<Tallies>): Promise<number> {
  const [row] = await database.reader.run(findTally, { name: "a" });
  return row?.count ?? -1;
}

/** How long a read took, in milliseconds, whether or not it was answered. */
async function readTimed(database: Database<Tallies>): Promise<number> {
  using time = new RunningTime();
  const [outcome] = await Promise.allSettled([countOf(database)]);
  expect([1, undefined]).toContain(outcome.status === "fulfilled" ? outcome.value : undefined);
  return time.milliseconds;
}

/** @returns the value of the first call that succeeds; each one has to end in time */
async function first<Result>(call: () => Promise<Result>): Promise<Result> {
  let value: Result | undefined;
  await expect
    .poll(async () => {
      using time = new RunningTime();
      const [outcome] = await Promise.allSettled([call()]);
      expect(time.milliseconds).toBeLessThan(2 * limitMilliseconds);
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

describe("while the old primary lives on after a promotion", () => {
  it("a process that has seen the new one never uses the old one again", async () => {
    const database = openBoth();
    expect(await countOf(database)).toBe(0);
    const old = pair.primary;
    await pair.promote();
    expect(await first(() => addOne(database, "a", []))).toBe(1);
    await pair.primary.pause();
    await expect(database.ping()).rejects.toEqual(unavailable);
    // Longer than it takes until a server counts as unreachable, and no longer as one that may have been promoted.
    const stopAt = performance.now() + 5000;
    while (performance.now() < stopAt) {
      await expect(countOf(database)).rejects.toEqual(unavailable);
      await sleep(20);
    }
    expect(await ask(old, "select count from tallies")).toBe("0");
    await pair.primary.resume();
    expect(await first(() => countOf(database))).toBe(1);
  });

  it("what one process has read from the new one, every other process reads too", async () => {
    // This process learns of the promotion late.
    const relay = await startRelay({ host: "127.0.0.1", port: pair.standby.port });
    const late = open(addressOf(pair.primary.port, relay.port), { connections: 4 });
    const early = openBoth();
    for (const database of [late, early]) expect(await countOf(database)).toBe(0);
    await commitWithoutAcknowledgement();
    for (const database of [late, early]) expect(await countOf(database)).toBe(0);
    relay.pause();
    await pair.promote();
    const resumed = sleep(700).then(() => relay.resume());
    await expect.poll(() => countOf(early).catch(() => "refused"), soon).toBe(1);
    // Exactly one try.
    expect([1, "refused"]).toContain(await countOf(late).catch(() => "refused"));
    await resumed;
    expect(await first(() => countOf(late))).toBe(1);
  });

  it("the new one is neither read nor written until every process has had the time to find it", async () => {
    const [reading, writing] = [openBoth(), openBoth()];
    for (const database of [reading, writing]) expect(await countOf(database)).toBe(0);
    const startedAt = performance.now();
    await pair.promote();
    const readsFromNew = async () => {
      const port = await portOf(reading);
      if (port !== pair.primary.port) throw new DatabaseUnavailableError("this is the old one");
    };
    const times = [readsFromNew, () => addOne(writing, "a", [])].map(async (use) => {
      await first<unknown>(use);
      return performance.now() - startedAt;
    });
    for (const time of await Promise.all(times)) expect(time).toBeGreaterThan(graceMilliseconds);
  });

  it("a process that was stopped meanwhile does not answer from the old one when it goes on", async () => {
    const relay = await startRelay({ host: "127.0.0.1", port: pair.standby.port });
    const reader = await Reader.start(addressOf(pair.primary.port, relay.port));
    const other = openBoth();
    expect(await reader.read()).toBe("0");
    expect(await countOf(other)).toBe(0);
    relay.pause();
    // It is stopped while it waits for an answer about the standby.
    await sleep(600);
    reader.stop();
    const outcome = reader.read();
    await pair.promote();
    expect(await first(() => addOne(other, "a", []))).toBe(1);
    reader.goOn();
    // The old primary answers at once, and the new one after a moment.
    await sleep(300);
    relay.resume();
    expect(["1", "DatabaseUnavailableError"]).toContain(await outcome);
    await expect.poll(() => reader.read(), soon).toBe("1");
  });

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

describe("of several servers", () => {
  it("the one that accepts writes is used, for reading too, wherever it stands in the list", async () => {
    for (const ports of [
      [pair.standby.port, pair.primary.port],
      [pair.primary.port, pair.standby.port],
    ]) {
      const database = open(addressOf(...ports));
      expect(await addOne(database, "a", [])).toBeGreaterThan(0);
      expect(await portOf(database)).toBe(pair.primary.port);
    }
  });

  it("one that accepts connections and falls silent does not hold up the others", async () => {
    const silent = await startRelay({ host: "127.0.0.1", port: pair.standby.port });
    const database = open(addressOf(silent.port, pair.primary.port));
    const withoutSilent = open(addressOf(pair.primary.port));
    expect(await addOne(database, "a", [])).toBe(1);
    expect(await countOf(withoutSilent)).toBe(1);
    silent.pause();
    // Longer than an answer is waited for, and than the last one counts.
    const stopAt = performance.now() + 5000;
    while (performance.now() < stopAt) {
      const [beside, alone] = await Promise.all([readTimed(database), readTimed(withoutSilent)]);
      // A busy machine holds up both.
      expect(beside).toBeLessThan(alone + limitMilliseconds / 2);
      await sleep(20);
    }
  });

  it("one that does not answer at the start may be in use by others: nothing is used until they had time", async () => {
    const silent = await startRelay({ host: "127.0.0.1", port: pair.standby.port });
    silent.pause();
    const readAtOnce = async (port: number) => {
      const startedAt = performance.now();
      expect(await countOf(open(addressOf(port, pair.primary.port)))).toBe(0);
      expect(performance.now() - startedAt).toBeGreaterThan(graceMilliseconds);
    };
    await Promise.all([readAtOnce(1), readAtOnce(silent.port)]);
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
      using time = new RunningTime();
      await expect(database.ping()).rejects.toEqual(unavailable);
      await expect(countOf(database)).rejects.toEqual(unavailable);
      expect(time.milliseconds).toBeLessThan(2 * limitMilliseconds);
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

/**
 * Leaves a commit that the standby has and the old primary does not show: it waits there for the standby's
 * acknowledgement, which is never processed. A killed server (see `rejoin`) needs no cleanup.
 */
async function commitWithoutAcknowledgement(): Promise<void> {
  await ask(pair.standby, "select pg_wal_replay_pause()");
  const database = open(addressOf(pair.primary.port), { connections: 4 });
  await expect(addOne(database, "a", [])).rejects.toEqual(unavailable);
  const isReceived =
    "select count(*)::int from pg_stat_replication where flush_lsn = pg_current_wal_flush_lsn()";
  await expect.poll(() => ask(pair.primary, isReceived), soon).toBe(1);
  process.kill(Number(await ask(pair.primary, "select pid from pg_stat_replication")), "SIGSTOP");
}

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
