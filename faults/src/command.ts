import type { Table } from "./table.ts";

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

/** The results of a command. */
export interface Outcome {
  readonly table: Table;
  /** Every broken promise as a sentence; empty when all were kept. */
  readonly violations: readonly string[];
  /** What this machine does not allow and why, and what was done instead. */
  readonly notes?: readonly string[];
}

/** The outcome of a command that could not break anything here. */
export function nothingRun(reasons: Pick<Outcome, "notes"> & Partial<Pick<Outcome, "violations">>): Outcome {
  return { table: { columns: [], rows: [] }, violations: [], ...reasons };
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
