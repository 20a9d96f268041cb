import { pino, type Logger } from "pino";
import { GatheredLines } from "./gathered-lines.ts";

/** How much is logged. */
export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** One of {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];

/** How a log is made. */
export interface LogOptions {
  /**
   * Whether each line is written before the program goes on, so that lines and what the program itself prints keep
   * their order; otherwise a slow reader holds nothing up.
   */
  readonly sync?: boolean;
  /** Part of every line when several processes write to the same place. */
  readonly worker?: number;
}

/** What is written at once at most. */
const pieceBytes = 16_384;
/** What the operating system writes to a pipe in one piece (PIPE_BUF): lines of several processes stay whole. */
const wholePieceBytes = 4096;

/**
 * Makes the log: one JSON object per line on standard output, with no name of the machine in it. Lines are written together, up to 20 ms
 * after they were made: see docs/adr/0082-lines-of-the-log-are-written-together.md.
 */
export function createLog(level: LogLevel, { sync = false, worker }: LogOptions = {}): Logger {
  const base = worker === undefined ? null : { worker };
  const options = { level, base, timestamp: pino.stdTimeFunctions.isoTime };
  const maxWrite = worker === undefined ? pieceBytes : wholePieceBytes;
  const output = pino.destination({ dest: process.stdout.fd, sync, maxWrite });
  return pino(options, sync ? output : new GatheredLines(output, maxWrite));
}

export type { Logger };
