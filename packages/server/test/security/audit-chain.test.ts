import { sql } from "kysely";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { hashToken } from "../../src/model/token.ts";
import { hashOfEntry } from "../../src/store/audit/audit-chain.ts";
import { recordAudit } from "../../src/store/audit/audit-log-table.ts";
import { auditing } from "../../src/store/audit/auditing.ts";
import { checkAuditChain } from "../../src/store/audit/check-audit-chain.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { auditEntries, chainOf, sampleEntry, tamper } from "../support/audit.ts";
import { obtainTeamToken } from "../support/flows.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

let platform: TestPlatform;

/** Records entries `1` to `count`, each in a transaction of its own. */
async function record(count: number, database = platform.database): Promise<void> {
  for (let at = 1; at <= count; at += 1)
    await database.write((t) => recordAudit(t, { ...sampleEntry, after: { number: at } }));
}

async function idAt(place: number): Promise<number> {
  const entry = (await auditEntries(platform))[place];
  if (entry === undefined) throw new Error(`there is no entry ${place}`);
  return entry.id;
}

beforeEach(async () => {
  platform = await startTestPlatform();
});

describe("the chain of the audit log", () => {
  it("links each entry to the one before it, and a check finds nothing wrong", async () => {
    expect(await chainOf(platform)).toEqual({ entries: 0, newestHash: "", problem: undefined });
    await record(3);
    const entries = await auditEntries(platform);
    expect(entries.map(({ previous_hash }) => previous_hash)).toEqual([
      "",
      ...entries.slice(0, 2).map(({ hash }) => hash),
    ]);
    for (const entry of entries) expect(entry.hash).toBe(hashOfEntry(entry, entry.previous_hash));
    expect(await chainOf(platform)).toEqual({
      entries: 3,
      newestHash: entries[2]?.hash,
      problem: undefined,
    });
  });

  it("names the first entry of which any column was changed", async () => {
    await record(4);
    const id = await idAt(1);
    const original = (await auditEntries(platform))[1];
    const texts = ["actor", "action", "target_kind", "target", "before", "after", "address"];
    const forgeries = [...texts.map((column) => [column, "mallory"]), ["at", 7], ["actor_id", 7]] as const;
    const set = (values: object) =>
      tamper(platform, ({ kysely }) =>
        kysely.updateTable("audit_log").set(values).where("id", "=", id).execute(),
      );
    for (const [column = "", value] of forgeries) {
      await set({ [column]: value });
      expect((await chainOf(platform)).problem, column).toMatchObject({ problem: "changed", id });
      await set({ [column]: original?.[column as keyof typeof original] });
    }
    expect((await chainOf(platform)).problem).toBeUndefined();
  });

  it("names the entry after one that was deleted, and after one whose hash was made to fit", async () => {
    await record(4);
    const [first, second, third] = [await idAt(0), await idAt(1), await idAt(2)];
    const [, changed] = await auditEntries(platform);
    if (changed === undefined) throw new Error("there is no second entry");
    const forged = { ...changed, target: "mallory" };
    await tamper(platform, ({ kysely }) =>
      kysely
        .updateTable("audit_log")
        .set({ target: forged.target, hash: hashOfEntry(forged, changed.previous_hash) })
        .where("id", "=", second)
        .execute(),
    );
    expect((await chainOf(platform)).problem).toMatchObject({ problem: "unlinked", id: third });
    await tamper(platform, ({ kysely }) => kysely.deleteFrom("audit_log").where("id", "=", first).execute());
    expect((await chainOf(platform)).problem).toMatchObject({ problem: "unlinked", id: second });
  });

  it("shows that the newest entries, or all of them, were deleted", async () => {
    await record(4);
    const third = await idAt(2);
    await tamper(platform, ({ kysely }) => kysely.deleteFrom("audit_log").where("id", ">", third).execute());
    expect((await chainOf(platform)).problem).toEqual({ problem: "cut", id: third });
    await tamper(platform, ({ kysely }) => kysely.deleteFrom("audit_log").execute());
    expect((await chainOf(platform)).problem).toEqual({ problem: "cut", id: undefined });
  });

  it.each(["update audit_log set actor = 'mallory'", "delete from audit_log"])(
    "cannot be changed by accident: the database refuses '%s'",
    async (statement) => {
      await record(2);
      const before = await auditEntries(platform);
      const change = platform.database.write(({ kysely }) => sql.raw(statement).execute(kysely));
      await expect(change).rejects.toThrow("entries of the audit log are never changed");
      expect(await auditEntries(platform)).toEqual(before);
    },
  );

  it("has no fork where two entries follow the same one", async () => {
    await record(2);
    const [, second] = await auditEntries(platform);
    if (second === undefined) throw new Error("there is no second entry");
    const { id: _id, ...row } = { ...second, hash: hashToken("another") };
    const fork = platform.database.write(({ kysely }) =>
      kysely.insertInto("audit_log").values(row).execute(),
    );
    await expect(fork).rejects.toThrow(/unique/i);
  });
});

/** The platform's database, as further processes have it open. */
async function openAgain(count: number, address: string): Promise<readonly Database<Schema>[]> {
  const opened = Array.from({ length: count }, () =>
    openDatabase<Schema>({ address, connections: 3, patience: 10 }),
  );
  onTestFinished(async () => void (await Promise.all(opened.map((database) => database.close()))));
  return opened;
}

describe("entries of several processes", () => {
  it("make one chain without gaps, in transactions of different locks and of none", async () => {
    const address = await makeTestDatabase();
    const nodes = await openAgain(4, address);
    const [first] = nodes;
    if (first === undefined) throw new Error("there is no database");
    await first.migrate(migrations);
    const writing = nodes.flatMap((node, at) =>
      Array.from({ length: 25 }, (_, turn) =>
        auditing(node, () => undefined).write(
          async (t) => {
            await recordAudit(t, { ...sampleEntry, after: { at, turn } });
            if (turn % 5 === 0) await recordAudit(t, { ...sampleEntry, before: { at, turn } });
          },
          { locks: turn % 2 === 0 ? [] : [`lock ${turn % 3}`] },
        ),
      ),
    );
    await Promise.all(writing);
    expect(await checkAuditChain(first.reader)).toMatchObject({ entries: 120, problem: undefined });
  });
});

describe("a transaction of the store", () => {
  it("locks the chain only when its work is done: entries of others do not wait for it", async () => {
    const reported: string[] = [];
    const database = auditing(platform.database, ({ action }) => void reported.push(action));
    // On SQLite one transaction runs at a time anyway.
    if (database.engine === "sqlite") return;
    const held = Promise.withResolvers<void>();
    const slow = database.write(async (t) => {
      await recordAudit(t, { ...sampleEntry, action: "slow" });
      await held.promise;
    });
    await database.write((t) => recordAudit(t, { ...sampleEntry, action: "quick" }));
    expect(reported).toEqual(["quick"]);
    held.resolve();
    await slow;
    expect((await auditEntries(platform)).map(({ action }) => action)).toEqual(["quick", "slow"]);
    expect((await chainOf(platform)).problem).toBeUndefined();
  });

  it("leaves tokens alone: they are issued while the chain is locked", async () => {
    if (platform.database.engine === "sqlite") return;
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = platform.database.write(async (t) => {
      await recordAudit(t, sampleEntry);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    expect(await obtainTeamToken(platform)).toMatch(/./);
    held.resolve();
    await holding;
  });

  it("reports an entry after the commit, and none of a transaction that failed", async () => {
    const reported: string[] = [];
    const database = auditing(platform.database, ({ action }) => void reported.push(action));
    const failing = database.write(async (t) => {
      await recordAudit(t, sampleEntry);
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(reported).toEqual([]);
    expect(await chainOf(platform)).toMatchObject({ entries: 0, problem: undefined });
    await database.write((t) => recordAudit(t, sampleEntry));
    expect(reported).toEqual(["user.renamed"]);
  });
});
