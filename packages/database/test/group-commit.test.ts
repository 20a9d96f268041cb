import { describe, expect, it } from "vitest";
import { GroupCommit, type TransactionControl } from "../src/group-commit.ts";
import { addNote, idsIn, openNotes } from "./support/temporary-database.ts";

describe("work that is asked for in one turn", () => {
  it("shares one commit", async () => {
    const { control, calls } = recordingControl();
    const groups = new GroupCommit(control);
    await Promise.all([groups.run(async () => 1), groups.run(async () => 2), groups.run(async () => 3)]);
    expect(calls.filter((call) => call === "commit")).toHaveLength(1);
    expect(calls.filter((call) => call === "savepoint")).toHaveLength(3);
  });

  it("hears of success only after the commit", async () => {
    const { control, calls } = recordingControl();
    await new GroupCommit(control).run(async () => undefined).then(() => calls.push("told"));
    expect(calls.at(-1)).toBe("told");
    expect(calls.at(-2)).toBe("commit");
  });

  it("fails as a whole when the commit fails", async () => {
    const { control } = recordingControl({ commit: () => Promise.reject(new Error("no space")) });
    const groups = new GroupCommit(control);
    const outcomes = await Promise.allSettled([groups.run(async () => 1), groups.run(async () => 2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("fails with what really happened when the engine gave up the transaction in the middle", async () => {
    const { control } = recordingControl({
      rollbackToSavepoint: () => Promise.reject(new Error("no savepoint")),
    });
    const groups = new GroupCommit(control);
    const outcomes = await Promise.allSettled([
      groups.run(async () => 1),
      groups.run(() => Promise.reject(new Error("disk I/O error"))),
    ]);
    expect(outcomes).toMatchObject([
      { reason: new Error("disk I/O error") },
      { reason: new Error("disk I/O error") },
    ]);
  });

  it("goes on with the next group after a failed one, even when rolling back failed too", async () => {
    let failing = true;
    const broken = () => (failing ? Promise.reject(new Error("down")) : Promise.resolve());
    const { control } = recordingControl({ begin: broken, rollback: broken });
    const groups = new GroupCommit(control);
    await expect(groups.run(async () => 1)).rejects.toThrow("down");
    failing = false;
    expect(await groups.run(async () => 2)).toBe(2);
  });
});

describe("a piece of work that throws", () => {
  it("leaves nothing behind, and the others of its group stand", async () => {
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
    savepoint: record("savepoint"),
    releaseSavepoint: record("release"),
    rollbackToSavepoint: record("undo"),
    ...overrides,
  };
  return { control, calls };
}
