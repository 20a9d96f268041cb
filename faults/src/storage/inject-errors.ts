import { existsSync } from "node:fs";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";

/** An injection of failing system calls. */
export interface InjectedErrors extends AsyncDisposable {
  /** The calls that were made to fail so far. */
  readonly count: number;
}

/** What to let fail. */
export interface Injection {
  /** Names of system calls, separated by commas. */
  readonly calls: string;
  readonly error: "EIO" | "ENOSPC";
  /** Which calls of each thread, in strace's syntax: `1` the first, `2+3` every third from the second. Default: all. */
  readonly when?: string;
}

/**
 * Attaches to running processes, all threads of each, and makes their system calls fail until it is disposed of. A process
 * may have ended since it was listed, as those of PostgreSQL's clients do.
 *
 * @throws Error when it cannot attach to any
 */
export async function injectErrors(pids: readonly number[], injection: Injection): Promise<InjectedErrors> {
  const { calls, error, when } = injection;
  const rule = `inject=${calls}:error=${error}${when === undefined ? "" : `:when=${when}`}`;
  const words = ["-f", "-e", `trace=${calls}`, "-e", rule, ...pids.flatMap((pid) => ["-p", String(pid)])];
  const strace = new RunningProgram("strace", words);
  const hasAttached = ({ stderr }: { readonly stderr: string }) => {
    const attached = pids.filter((pid) => stderr.includes(`Process ${pid} attached`));
    const missing = pids.filter((pid) => !attached.includes(pid));
    return (attached.length > 0 && !missing.some((pid) => existsSync(`/proc/${pid}`))) || undefined;
  };
  try {
    await strace.printed("that it has attached", hasAttached);
  } catch (problem) {
    await strace.kill();
    throw problem;
  }
  return {
    get count() {
      return strace.stderr.split("(INJECTED)").length - 1;
    },
    async [Symbol.asyncDispose]() {
      strace.signal("SIGINT");
      await strace.end();
    },
  };
}

/** Why system calls cannot be made to fail here; `undefined` when they can. */
export async function whyNoInjection(): Promise<string | undefined> {
  await using victim = new RunningProgram("sleep", ["60"]);
  try {
    await using injected = await injectErrors([victim.pid], { calls: "fsync", error: "EIO" });
    return injected.count === 0 ? undefined : "strace made something fail that was never called";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
