import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { makeTallies, open } from "../support/open-tallies.ts";

/** Collects garbage among young objects only, as happens all the time. */
type Collect = (options: { readonly type: "minor" }) => void;

const queries = 100;
/** What one query reads: 50 rows of 700 bytes. */
const bytesRead = 35_000;

it("rows that are used no more are freed without a full collection", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  const database = open(await makeTallies([]));
  const read = () =>
    sql`select repeat('x', 700) as text from generate_series(1, 50)`.execute(database.reader.kysely);
  const keptBy = async () => {
    const before = heapAfter(collect);
    for (let query = 0; query < queries; query += 1) await read();
    return heapAfter(collect) - before;
  };
  await keptBy();
  expect(await keptBy()).toBeLessThan((queries * bytesRead) / 4);
});

function heapAfter(collect: Collect): number {
  // What survives the first is freed by the second.
  collect({ type: "minor" });
  collect({ type: "minor" });
  return process.memoryUsage().heapUsed;
}
