import { availableParallelism, loadavg } from "node:os";
import type { Outcome } from "../command.ts";

/** On a machine that is busy with other things everything takes longer, but not for ever. */
const leniency = 5;

/** What is to be said of how long something took: a note above the aim, a violation far above it. */
export function judgeLateness(
  what: string,
  milliseconds: number,
  aim: number,
): Required<Omit<Outcome, "table">> {
  if (milliseconds <= aim) return { notes: [], violations: [] };
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  const says = `${what} took ${Math.round(milliseconds)} ms, the aim is ${aim} ms (${load})`;
  // What was never measured is as bad as what took for ever.
  return milliseconds <= leniency * aim
    ? { notes: [says], violations: [] }
    : { notes: [], violations: [says] };
}
