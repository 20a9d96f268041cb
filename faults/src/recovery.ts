import { availableParallelism, loadavg } from "node:os";
import type { Outcome } from "./command.ts";

/** How soon everything is to be ready again, in milliseconds: after a node was killed, after the database is back. */
export const recoveryTargets = { node: 2000, database: 5000 } as const;

/** On a machine that is busy with other things everything takes longer, but not for ever. */
const leniency = 10;

/** Milliseconds until everything was ready again; the slowest. */
export type Recoveries = Readonly<Record<keyof typeof recoveryTargets, number>>;

/** What is to be said of how long recoveries took: a note above the target, a violation far above it. */
export function judgeRecoveries(slowest: Recoveries): Required<Omit<Outcome, "table">> {
  // The keys of the table are its names.
  const kinds = Object.keys(recoveryTargets) as readonly (keyof Recoveries)[];
  const slow = kinds.filter((kind) => slowest[kind] > recoveryTargets[kind]);
  const says = (kind: keyof Recoveries) =>
    `recovery of the ${kind} took ${Math.round(slowest[kind])} ms, the aim is ${recoveryTargets[kind]} ms` +
    ` (load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores)`;
  const hopeless = (kind: keyof Recoveries) => slowest[kind] > leniency * recoveryTargets[kind];
  return {
    notes: slow.filter((kind) => !hopeless(kind)).map(says),
    violations: slow.filter(hopeless).map(says),
  };
}
