/** Prints the count of the tally `a`, or the name of an error, at each SIGUSR2. Argument: the address of the database. */
import { openDatabase } from "../../src/index.ts";
import type { Tallies } from "./open-tallies.ts";

const { kysely } = openDatabase<Tallies>({ address: process.argv[2] ?? "", connections: 4 }).reader;

async function read(): Promise<number> {
  const query = kysely.selectFrom("tallies").select("count").where("name", "=", "a");
  return (await query.executeTakeFirstOrThrow()).count;
}

async function print(): Promise<void> {
  const outcome = await read().catch((error: unknown) => (error instanceof Error ? error.name : error));
  process.stdout.write(`read ${String(outcome)}\n`);
}

process.on("SIGUSR2", () => void print());
// A signal alone does not keep a process running.
setInterval(() => undefined, 60_000);
process.stdout.write("started\n");
