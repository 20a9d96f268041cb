import { availableParallelism, loadavg } from "node:os";
import type { Outcome } from "./command.ts";

/** On a busy machine everything takes longer; this factor is the limit unless another one is given. */
export const usualLeniency = 5;

/** Judges a duration: a note above the target, a violation far above it. */
export function judgeLateness(
  what: string,
  milliseconds: number,
  aim: number,
  leniency: number = usualLeniency,
): Required<Omit<Outcome, "table">> {
  if (milliseconds <= aim) return { notes: [], violations: [] };
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  const says = `${what} took ${Math.round(milliseconds)} ms, the aim is ${aim} ms (${load})`;
  // A duration that was never measured is a violation too.
  return milliseconds <= leniency * aim
    ? { notes: [says], violations: [] }
    : { notes: [], violations: [says] };
}
