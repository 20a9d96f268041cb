import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { prepareQuery } from "../src/index.ts";
import { GatheredReads, type Snapshot } from "../src/gathered-reads.ts";
import { addNote, openNotes, type Notes } from "./support/temporary-database.ts";

describe("look-ups of one turn", () => {
  it("share one snapshot, taken after the last of them was requested", async () => {
    const { snapshot, calls } = recordingSnapshot();
    const reads = new GatheredReads(snapshot);
    const answers = [1, 2, 3].map((number) => reads.run(() => calls.push(`read ${number}`)));
    expect(calls).toEqual([]);
    await Promise.all(answers);
    expect(calls).toEqual(["begin", "read 1", "read 2", "read 3", "end"]);
  });

  it("fail alone when they fail", async () => {
    const reads = new GatheredReads(recordingSnapshot().snapshot);
    const failing = reads.run(() => {
      throw new Error("no such column");
    });
    const outcomes = await Promise.allSettled([failing, reads.run(() => 2)]);
    expect(outcomes).toMatchObject([{ reason: new Error("no such column") }, { value: 2 }]);
  });

  it("fail together when no snapshot can be taken, and the next turn tries again", async () => {
    let failures = 1;
    const { snapshot } = recordingSnapshot();
    const begin = () => {
      if (failures-- > 0) throw new Error("locked");
    };
    const reads = new GatheredReads({ ...snapshot, begin });
    await expect(reads.run(() => 1)).rejects.toThrow("locked");
    expect(await reads.run(() => 2)).toBe(2);
  });

  it("keep their results when the snapshot cannot be ended, and the next turn tries again", async () => {
    let failures = 1;
    const { snapshot } = recordingSnapshot();
    const end = () => {
      if (failures-- > 0) throw new Error("disk I/O error");
    };
    const reads = new GatheredReads({ ...snapshot, end });
    expect(await reads.run(() => 1)).toBe(1);
    expect(await reads.run(() => 2)).toBe(2);
  });

  it("continue after a failure for which SQLite ended the snapshot by itself", async () => {
    const database = await openNotes();
    await addNote(database, 1);
    const giveUp = prepareQuery<Notes, object>()(() => ({ compile: () => CompiledQuery.raw("rollback") }));
    const [, sameTurn] = await Promise.all([
      database.reader.run(giveUp, {}),
      database.reader.run(countNotes, {}),
    ]);
    expect([sameTurn, await database.reader.run(countNotes, {})]).toEqual([[{ count: 1 }], [{ count: 1 }]]);
  });

  it("see everything that was confirmed before they were requested", async () => {
    const database = await openNotes();
    for (let id = 1; id <= 50; id += 1) {
      await addNote(database, id);
      expect(await database.reader.run(countNotes, {})).toEqual([{ count: id }]);
    }
  });
});

const countNotes = prepareQuery<Notes, object>()((db) =>
  db.selectFrom("notes").select((eb) => eb.fn.countAll<number>().as("count")),
);

function recordingSnapshot() {
  const calls: string[] = [];
  const snapshot: Snapshot = { begin: () => void calls.push("begin"), end: () => void calls.push("end") };
  return { snapshot, calls };
}
