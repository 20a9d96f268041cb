import { pino, type Logger } from "pino";
import { GatheredLines, type LineWriter } from "./gathered-lines.ts";

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

/** What is written at once at most: what a pipe of Linux holds, see pipe(7). */
const pieceBytes = 65_536;
/** What the operating system writes to a pipe in one piece (PIPE_BUF): lines of several processes stay whole. */
const wholePieceBytes = 4096;

/**
 * Makes the log: one JSON object per line on standard output, with no name of the machine in it. Lines are written together, up to 20 ms
 * after they were made: see docs/adr/0082-lines-of-the-log-are-written-together.md.
 */
export function createLog(level: LogLevel, { sync = false, worker }: LogOptions = {}): Logger {
  const maxWrite = worker === undefined ? pieceBytes : wholePieceBytes;
  const output = pino.destination({ dest: process.stdout.fd, sync, maxWrite });
  return createLogOn(sync ? output : new GatheredLines(output, maxWrite), level, worker);
}

/** {@link createLog} on another output. */
export function createLogOn(writer: LineWriter, level: LogLevel, worker?: number): Logger {
  const base = worker === undefined ? null : { worker };
  const log = pino({ level, base, timestamp: timeMember }, writer);
  outputs.set(log, { writer, base: base === null ? "" : membersOf(base) });
  return log;
}

/** Where the lines of a log go, and the members that each of them has. */
interface Output {
  readonly writer: LineWriter;
  readonly base: string;
}

const outputs = new WeakMap<Logger, Output>();

/** Writes a line. The members that it has beside those of its form are JSON, each behind a comma. */
export type WriteLine = (members: string) => void;

/**
 * Prepares lines that differ in a few members only: pino makes the text of all of them for each line, which takes eight times as long.
 * Whether the level is enabled is the caller's question.
 *
 * @returns undefined for a log that was not made here
 */
export function lineForm(
  log: Logger,
  level: LogLevel,
  { msg, ...members }: Readonly<Record<string, string>> & { readonly msg: string },
): WriteLine | undefined {
  const output = outputs.get(log);
  if (output === undefined) return undefined;
  const { writer, base } = output;
  const start = `{"level":${log.levels.values[level]}`;
  const constant = base + membersOf(members);
  const end = `${membersOf({ msg })}}\n`;
  return (own) => writer.write(start + timeMember() + constant + own + end);
}

/** The members of an object as JSON, each behind a comma. */
function membersOf(members: Readonly<Record<string, unknown>>): string {
  return Object.entries(members)
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join("");
}

let newestMoment = 0;
let newestTime = "";

/** The member with the time. Dozens of lines may be of one millisecond, and its text costs as much as the rest of a line. */
function timeMember(): string {
  const now = Date.now();
  if (now !== newestMoment) {
    newestMoment = now;
    newestTime = `,"time":"${new Date(now).toISOString()}"`;
  }
  return newestTime;
}

export type { Logger };
