import { pino, type Logger } from "pino";

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

/**
 * What the operating system writes to a pipe in one piece (PIPE_BUF, see pipe(7)): lines of several processes stay whole, and those that are
 * written when the program exits, while an earlier write is under way.
 */
const wholePieceBytes = 4096;

/** Makes the log: one JSON object per line on standard output, with no name of the machine in it. */
export function createLog(level: LogLevel, { sync = false, worker }: LogOptions = {}): Logger {
  const base = worker === undefined ? null : { worker };
  const options = { level, base, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, pino.destination({ dest: process.stdout.fd, sync, maxWrite: wholePieceBytes }));
}

export type { Logger };
