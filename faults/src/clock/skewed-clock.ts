import { globSync } from "node:fs";
import { join } from "node:path";

/** How a node gets a wrong clock. */
export interface SkewedClock {
  /** A sentence for the report. */
  readonly says: string;
  /** The environment variables for a clock that is off by this many milliseconds. */
  readonly environment: (skewMilliseconds: number) => Readonly<Record<string, string>>;
}

/** The whole process sees another time of day; timers stay right. https://github.com/wolfcw/libfaketime */
function fakeTime(library: string): SkewedClock {
  return {
    says: `the clock of the process was moved by ${library}`,
    environment: (skew) => ({
      LD_PRELOAD: library,
      FAKETIME: `${skew < 0 ? "-" : "+"}${Math.abs(skew) / 1000}`,
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    }),
  };
}

const shim: SkewedClock = {
  says: "libfaketime is not installed: the clock was moved within the program, by a module loaded before it",
  environment: (skew) => ({
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "skew-process.ts")}`,
    FAULTS_CLOCK_SKEW: String(skew),
  }),
};

/** The best available way to give a process a wrong clock. */
export function skewedClock(): SkewedClock {
  const [library] = globSync("/usr/lib/*/faketime/libfaketime.so.1");
  return library === undefined ? shim : fakeTime(library);
}
