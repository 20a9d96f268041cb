import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The environment of a program that prints, when it ends, how long it ran after its stop signal. While a busy machine, or
 * SIGSTOP, keeps the process waiting, no time passes.
 */
export const printsStopTime = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "stop-time-process.ts")).href}`,
} as const;

/** Reads it, in milliseconds. @returns NaN when it was not printed */
export function stopTimeIn(stderr: string): number {
  return Number(/^ran (\d+) ms after SIGTERM$/m.exec(stderr)?.[1]);
}
