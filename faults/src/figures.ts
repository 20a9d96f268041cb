import { availableParallelism, loadavg } from "node:os";
import { joinVerdicts, type Verdict } from "./command.ts";

/** The middle of some values, the upper one of two; 0 when there are none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Both of some times, as a cell of a table. */
export function medianAndSlowest(milliseconds: readonly number[]): string {
  return `${median(milliseconds).toFixed(0)} / ${Math.max(0, ...milliseconds).toFixed(0)}`;
}

/** On a busy machine everything takes longer; this factor is the limit unless another one is given. */
export const usualLeniency = 5;

/** Judges a duration: a note above the target, a violation far above it. */
export function judgeLateness(
  what: string,
  milliseconds: number,
  aim: number,
  leniency: number = usualLeniency,
): Verdict {
  if (milliseconds <= aim) return { notes: [], violations: [] };
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  const says = `${what} took ${Math.round(milliseconds)} ms, the aim is ${aim} ms (${load})`;
  // A duration that was never measured is a violation too.
  return milliseconds <= leniency * aim
    ? { notes: [says], violations: [] }
    : { notes: [], violations: [says] };
}

/** Target times for recovery in milliseconds: after a node was killed, after the database is back. */
const recoveryTargets = { node: 2000, database: 5000 } as const;
const recoveryLeniency = 10;

/** The slowest recoveries, in milliseconds. */
export type Recoveries = Readonly<Record<keyof typeof recoveryTargets, number>>;

/** Judges recoveries. On a machine on which the nodes took longer than a target to start with nothing broken, that is the target. */
export function judgeRecoveries({ node, database }: Recoveries, startMilliseconds: number): Verdict {
  const judge = (kind: keyof Recoveries, milliseconds: number) => {
    const aim = recoveryTargets[kind];
    const leniency = recoveryLeniency * Math.max(1, startMilliseconds / aim);
    return judgeLateness(`recovery of the ${kind}`, milliseconds, aim, leniency);
  };
  return joinVerdicts([judge("node", node), judge("database", database)]);
}
