import type { Database } from "../../src/index.ts";

/** What a database begins with, made once and copied from then on. */
export interface Sample {
  /** Tells it from other samples of the same run. */
  readonly subject: string;
  /** Fills an empty database and leaves no connection to it behind. */
  readonly fill: (address: string) => Promise<void>;
}

/** A copy of a sample, as one or several processes would open it. */
export interface OpenedSample<Schema> {
  readonly address: string;
  readonly database: Database<Schema>;
  /** On PostgreSQL, the same as other nodes have it open, which know nothing of this one. */
  readonly otherNodes: readonly Database<Schema>[];
}

/** Registers what is to be done when a test, or a table of them, is finished. */
export type OnFinished = (done: () => void | Promise<void>) => void;
