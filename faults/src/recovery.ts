import { availableParallelism, loadavg } from "node:os";
import type { Outcome } from "./command.ts";

/** Target times for recovery in milliseconds: after a node was killed, after the database is back. */
export const recoveryTargets = { node: 2000, database: 5000 } as const;

/** The limit, as a multiple of the target or, on a machine that is slower than that, of a start with nothing broken. */
const leniency = 10;

/** The slowest recoveries, in milliseconds. */
export type Recoveries = Readonly<Record<keyof typeof recoveryTargets, number>>;

/**
 * Judges the duration of recoveries: a note above the target, a violation far above it.
 *
 * @param startMilliseconds how long the nodes took to start before anything was broken
 */
export function judgeRecoveries(
  slowest: Recoveries,
  startMilliseconds: number,
): Required<Omit<Outcome, "table">> {
  // The keys of the table are its names.
  const kinds = Object.keys(recoveryTargets) as readonly (keyof Recoveries)[];
  const slow = kinds.filter((kind) => slowest[kind] > recoveryTargets[kind]);
  const says = (kind: keyof Recoveries) =>
    `recovery of the ${kind} took ${Math.round(slowest[kind])} ms, the aim is ${recoveryTargets[kind]} ms` +
    ` (a start before took ${Math.round(startMilliseconds)} ms, load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores)`;
  const hopeless = (kind: keyof Recoveries) =>
    slowest[kind] > leniency * Math.max(recoveryTargets[kind], startMilliseconds);
  return {
    notes: slow.filter((kind) => !hopeless(kind)).map(says),
    violations: slow.filter(hopeless).map(says),
  };
}
