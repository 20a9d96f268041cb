import type { Table } from "./table.ts";

/** A kind of database that the platform runs on. */
export type Engine = "sqlite" | "postgres";

/** Every {@link Engine}, in the order in which commands take them. */
export const engines = ["sqlite", "postgres"] as const satisfies readonly Engine[];

/** How much a command does. */
export type Size = "smoke" | "full";

/** What a command is told. */
export interface FaultOptions {
  /** How often to do what the command does, in its own unit. */
  readonly rounds: number;
  /** On which engines; never empty. */
  readonly engines: readonly Engine[];
  /** Says what is being done, for somebody who waits. */
  readonly progress: (line: string) => void;
}

/** What a command saw. */
export interface Outcome {
  readonly table: Table;
  /** Every broken promise as a sentence; empty when all were kept. */
  readonly violations: readonly string[];
  /** What could not be done on this machine and why, and what was done instead. */
  readonly notes?: readonly string[];
}

/** One way of breaking things on purpose, and the promise that has to survive it. */
export interface FaultCommand {
  /** What it is called at the command line. */
  readonly name: string;
  /** What it does and what must hold, in one sentence. */
  readonly says: string;
  /** What one round is, in the plural. */
  readonly unit: string;
  /** How many rounds a run makes unless told otherwise. */
  readonly rounds: Readonly<Record<Size, number>>;
  run(options: FaultOptions): Promise<Outcome>;
}
