import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLookUp, lookUpTogether } from "../../src/look-up-together.ts";
import { findTally, makeTallies, open } from "../support/open-tallies.ts";

const names = Array.from({ length: 20 }, (_, at) => `name-${at}`);

describe("look-ups of one turn", () => {
  it("each get their own rows, also when two ask for the same row or for a missing one", async () => {
    const database = open(await makeTallies(names), { connections: 3 });
    const asked = [
      "name-3",
      "none",
      "name-7",
      "name-3",
      "",
      "name-0",
      'it\'s "quoted", {braced} \\ and , NULL',
    ];
    const found = await Promise.all(asked.map((name) => database.reader.run(findTally, { name })));
    expect(found).toEqual([
      [{ name: "name-3", count: 3 }],
      [],
      [{ name: "name-7", count: 7 }],
      [{ name: "name-3", count: 3 }],
      [],
      [{ name: "name-0", count: 0 }],
      [],
    ]);
  });

  it("find what each would have found alone", async () => {
    const address = await makeTallies(names);
    const [together, alone] = [open(address), open(address, { gatherLookUps: false })];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...names, "x", "É", "👋"), { maxLength: 40 }),
        async (asked) => {
          const found = await Promise.all(asked.map((name) => together.reader.run(findTally, { name })));
          for (const [at, name] of asked.entries())
            expect(found[at]).toEqual(await alone.reader.run(findTally, { name }));
        },
      ),
      { numRuns: 20 },
    );
  });

  it("see what was committed before they were requested", async () => {
    const database = open(await makeTallies(["a"]));
    for (let round = 1; round <= 50; round += 1) {
      await database.write(({ kysely }) => kysely.updateTable("tallies").set({ count: round }).execute());
      const found = await Promise.all(names.map(() => database.reader.run(findTally, { name: "a" })));
      expect(new Set(found.map(([row]) => row?.count))).toEqual(new Set([round]));
    }
  });

  it("are one query", async () => {
    const sent: string[] = [];
    const run = async (text: string) => {
      sent.push(text);
      return { names: ["number", "n"], rows: [[2, "second"]] };
    };
    const found = await lookUpTogether(run, "select n from t where a = $1 and b = $2", [
      ["x", 1],
      ["y", 2],
      ["z", 3],
    ]);
    expect(found).toEqual([[], [{ n: "second" }], []]);
    expect(sent).toEqual([
      "select caller.number, found.* from unnest($1::text[], $2::bigint[]) with ordinality as caller(p1, p2, number) cross join lateral (select n from t where a = caller.p1 and b = caller.p2) as found",
    ]);
  });

  it.each([
    ["select a from t where b = $1", true],
    ["select a from t where b = $1 order by a", false],
    ["select a from t where b = $1 limit $2", false],
    ["select a from t", false],
    ["update t set a = $1", false],
  ])("are gathered only where rows have neither order nor limit: %s", (text, isOne) => {
    expect(isLookUp(text)).toBe(isOne);
  });
});
