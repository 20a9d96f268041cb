import { availableParallelism, loadavg } from "node:os";
import { inspect } from "node:util";

/** A kind of database that the platform runs on. */
export type Engine = "sqlite" | "postgres";

/** Every {@link Engine}, in the order in which commands take them. */
export const engines = ["sqlite", "postgres"] as const satisfies readonly Engine[];

/** How much a command does. */
export type Size = "smoke" | "full";

/** Options of a command. */
export interface FaultOptions {
  /** Number of rounds, in the command's own unit. */
  readonly rounds: number;
  /** The database engines; never empty. */
  readonly engines: readonly Engine[];
  /** Reports progress to the user. */
  readonly progress: (line: string) => void;
}

/** A row of a command's table: cells by their columns, which are the same in each row. */
export type Row = Readonly<Record<string, string | number>>;

/** What was wrong, as sentences. */
export interface Verdict {
  /** Every broken promise; empty when all were kept. */
  readonly violations: readonly string[];
  /** What this machine does not allow and why, and what was done instead. */
  readonly notes: readonly string[];
}

/** The results of a command. */
export interface Outcome extends Verdict {
  /** One for each thing that was done; none when nothing could be broken here. */
  readonly rows: readonly Row[];
}

/** A fault test: a way of breaking things on purpose, and the promise that must hold. */
export interface FaultCommand {
  /** Its name on the command line. */
  readonly name: string;
  /** What it does and what must hold, in one sentence. */
  readonly says: string;
  /** What one round is, in the plural. */
  readonly unit: string;
  /** The default number of rounds. */
  readonly rounds: Readonly<Record<Size, number>>;
  run(options: FaultOptions): Promise<Outcome>;
}

/** The size of a run with so many rounds: it is a small one with no more than the small size has. */
export function sizeOf({ rounds: { smoke } }: Pick<FaultCommand, "rounds">, rounds: number): Size {
  return rounds <= smoke ? "smoke" : "full";
}

/** Several verdicts as one. @param about what each sentence begins with */
export function joinVerdicts(verdicts: readonly Verdict[], about?: string): Verdict {
  const said = (sentences: readonly string[]) =>
    sentences.map((one) => (about === undefined ? one : `${about}: ${one}`));
  return {
    violations: said(verdicts.flatMap(({ violations }) => violations)),
    notes: said(verdicts.flatMap(({ notes }) => notes)),
  };
}

/** The result of a command, with its options. */
export interface Result extends Outcome {
  readonly name: string;
  readonly unit: string;
  /** The number of rounds. */
  readonly count: number;
  /** How long it took, rounded. */
  readonly seconds: number;
}

/** Runs a command. One that throws has verified nothing, which counts as a violation. */
export async function runCommand(command: FaultCommand, options: FaultOptions): Promise<Result> {
  const { name, unit } = command;
  const startedAt = performance.now();
  const outcome = await command.run(options).catch(failed);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { ...outcome, name, unit, count: options.rounds, seconds };
}

function failed(reason: unknown): Outcome {
  // With every cause, and with what went wrong while resources were released after it.
  return { rows: [], violations: [`it could not be run: ${inspect(reason)}`], notes: [] };
}

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
