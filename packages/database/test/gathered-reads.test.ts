import { DatabaseSync } from "node:sqlite";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { prepareQuery, rowsOf, type Database, type Steps } from "../src/index.ts";
import { GatheredReads, type Snapshot } from "../src/gathered-reads.ts";
import { addNote, openNotes, temporaryFile, type Notes } from "./support/temporary-database.ts";

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

  it("take no snapshot for reads that need none", async () => {
    const { snapshot, calls } = recordingSnapshot();
    const reads = new GatheredReads(snapshot);
    await new Promise<void>((resolve) => reads.add(() => resolve));
    expect(calls).toEqual([]);
  });

  it("report their results when all reads of the turn are done and the snapshot has ended", async () => {
    const { snapshot, calls } = recordingSnapshot();
    const reads = new GatheredReads(snapshot);
    await new Promise<void>((resolve) => {
      for (const name of ["first", "second"])
        reads.add(() => {
          reads.enterSnapshot();
          calls.push(`read ${name}`);
          return () => {
            calls.push(`report ${name}`);
            if (name === "second") resolve();
          };
        });
    });
    expect(calls).toEqual(["begin", "read first", "read second", "end", "report first", "report second"]);
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

describe("reads as steps", () => {
  it("see everything that was confirmed before they were requested", async () => {
    const database = await openNotes();
    for (let id = 1; id <= 20; id += 1) {
      await addNote(database, id);
      expect(await read(database, countTwice)).toEqual([id, id]);
    }
  });

  it("see what another process committed in the turn in which they were requested", async () => {
    const path = temporaryFile();
    const database = await openNotes(path);
    using other = new DatabaseSync(path);
    const found = read(database, countTwice);
    other.exec("insert into notes (id, text) values (1, '')");
    expect(await found).toEqual([1, 1]);
  });

  it("fail when making them fails, when a step fails and when their result cannot be used", async () => {
    const database = await openNotes();
    const broken = new Error("broken");
    const throwing = () => {
      throw broken;
    };
    await expect(read(database, throwing)).rejects.toBe(broken);
    const failing = read(database, () => countTwice(throwing));
    await expect(failing).rejects.toBe(broken);
    const unusable = new Promise((_, fail) => {
      database.read({ steps: () => countTwice(), succeed: throwing, fail });
    });
    await expect(unusable).rejects.toBe(broken);
    expect(await read(database, countTwice)).toEqual([0, 0]);
  });
});

const countNotes = prepareQuery<Notes, object>()((db) =>
  db.selectFrom("notes").select((eb) => eb.fn.countAll<number>().as("count")),
);

function* countTwice(between: () => void = () => undefined): Steps<Notes, readonly number[]> {
  const [before] = yield* rowsOf(countNotes, {});
  between();
  const [after] = yield* rowsOf(countNotes, {});
  return [before?.count ?? 0, after?.count ?? 0];
}

function read(database: Database<Notes>, steps: () => Steps<Notes, readonly number[]>) {
  return new Promise<readonly number[]>((succeed, fail) => {
    database.read({ steps, succeed, fail });
  });
}

function recordingSnapshot() {
  const calls: string[] = [];
  const snapshot: Snapshot = { begin: () => void calls.push("begin"), end: () => void calls.push("end") };
  return { snapshot, calls };
}
