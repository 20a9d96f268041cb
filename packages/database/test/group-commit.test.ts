import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { DatabaseUnavailableError } from "../src/errors.ts";
import { GroupCommit, type TransactionControl } from "../src/group-commit.ts";
import { addNote, idsIn, openNotes } from "./support/temporary-database.ts";

describe("work that is requested in one turn", () => {
  it("shares one commit", async () => {
    const { control, calls } = recordingControl();
    const groups = new GroupCommit(control);
    await Promise.all([groups.run(async () => 1), groups.run(async () => 2), groups.run(async () => 3)]);
    expect(calls).toEqual(["begin", "commit"]);
  });

  it("shares it with no more than a group may hold", async () => {
    const { control, calls } = recordingControl();
    const groups = new GroupCommit(control, { mostTogether: 2 });
    const results = await Promise.all([1, 2, 3, 4, 5].map((value) => groups.run(async () => value)));
    expect(results).toEqual([1, 2, 3, 4, 5]);
    expect(calls.filter((call) => call === "commit")).toHaveLength(3);
  });

  it("gets its result only after the commit", async () => {
    const { control, calls } = recordingControl();
    await new GroupCommit(control).run(async () => undefined).then(() => calls.push("told"));
    expect(calls.at(-1)).toBe("told");
    expect(calls.at(-2)).toBe("commit");
  });

  it("gets no result while the commit takes its time", async () => {
    const { promise: commit, resolve: finish } = Promise.withResolvers<void>();
    const { control } = recordingControl({ commit: () => commit });
    const results: number[] = [];
    const run = new GroupCommit(control).run(async () => 1).then((result) => results.push(result));
    await setImmediate();
    await setImmediate();
    expect(results).toEqual([]);
    finish();
    await run;
    expect(results).toEqual([1]);
  });

  it("fails at once and as a whole when the database cannot be used", async () => {
    const down = new DatabaseUnavailableError("no space");
    const { control, calls } = recordingControl({ commit: () => Promise.reject(down) });
    const groups = new GroupCommit(control);
    const outcomes = await Promise.allSettled([groups.run(async () => 1), groups.run(async () => 2)]);
    expect(outcomes).toMatchObject([{ reason: down }, { reason: down }]);
    expect(calls).toEqual(["begin", "rollback"]);
  });

  it("fails without another attempt when the one it waited for failed after a long time", async () => {
    const down = new DatabaseUnavailableError("no answer");
    const begins = Promise.withResolvers<void>();
    const attempt = Promise.withResolvers<void>();
    let [begun, now] = [0, 0];
    const noAnswer = () => {
      begun += 1;
      begins.resolve();
      return attempt.promise;
    };
    const { control } = recordingControl({ begin: noAnswer });
    const groups = new GroupCommit(control, { now: () => now });
    const first = groups.run(async () => 1);
    await begins.promise;
    const waiting = [groups.run(async () => 2), groups.run(async () => 3)];
    now += 500;
    attempt.reject(down);
    expect(await Promise.allSettled([first, ...waiting])).toMatchObject([
      { reason: down },
      { reason: down },
      { reason: down },
    ]);
    expect(begun).toBe(1);
    // Units that arrive later try again.
    await expect(groups.run(async () => 4)).rejects.toBe(down);
    expect(begun).toBe(2);
  });

  it("is tried again when the attempt before failed at once", async () => {
    let fails = true;
    const failsOnce = async () => {
      if (!fails) return;
      fails = false;
      throw new DatabaseUnavailableError("connection reset");
    };
    const { control } = recordingControl({ begin: failsOnce });
    // The machine may halt this process in between; here no time passes.
    const groups = new GroupCommit(control, { mostTogether: 1, now: () => 0 });
    const outcomes = await Promise.allSettled([groups.run(async () => 1), groups.run(async () => 2)]);
    expect(outcomes).toMatchObject([{ status: "rejected" }, { value: 2 }]);
  });

  it("is run again, together, when the transaction was aborted in favour of another one", async () => {
    const { control, calls } = recordingControl();
    const groups = new GroupCommit(control, { isWorthRepeating: (reason) => reason instanceof RangeError });
    let attempts = 0;
    const yieldsTwice = async () => {
      attempts += 1;
      if (attempts < 3) throw new RangeError("deadlock");
      return attempts;
    };
    expect(await Promise.all([groups.run(async () => 1), groups.run(yieldsTwice)])).toEqual([1, 3]);
    expect(calls).toEqual(["begin", "rollback", "begin", "rollback", "begin", "commit"]);
  });

  it("is not run again forever", async () => {
    const groups = new GroupCommit(recordingControl().control, { isWorthRepeating: () => true });
    await expect(groups.run(() => Promise.reject(new Error("deadlock")))).rejects.toThrow("deadlock");
  });

  it("continues with the next group after a failed one, even when the rollback failed too", async () => {
    let failing = true;
    const broken = () => (failing ? Promise.reject(new Error("down")) : Promise.resolve());
    const { control } = recordingControl({ begin: broken, rollback: broken });
    const groups = new GroupCommit(control);
    await expect(groups.run(async () => 1)).rejects.toThrow("down");
    failing = false;
    expect(await groups.run(async () => 2)).toBe(2);
  });
});

describe("a unit of work that throws", () => {
  it("has no effect, and the other units of its group take effect", async () => {
    const database = await openNotes();
    const failing = database.write(async ({ kysely }) => {
      await kysely.insertInto("notes").values({ id: 2, text: "" }).execute();
      throw new Error("changed its mind");
    });
    const outcomes = await Promise.allSettled([addNote(database, 1), failing, addNote(database, 3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await idsIn(database)).toEqual([1, 3]);
  });
});

function recordingControl(overrides: Partial<TransactionControl> = {}) {
  const calls: string[] = [];
  const record = (name: string) => async () => void calls.push(name);
  const control: TransactionControl = {
    begin: record("begin"),
    commit: record("commit"),
    rollback: record("rollback"),
    ...overrides,
  };
  return { control, calls };
}
