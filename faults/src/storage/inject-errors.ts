import { spawn } from "node:child_process";
import { once } from "node:events";

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

/** Attaches to running processes, all threads of each, and makes their system calls fail until it is disposed of. */
export async function injectErrors(pids: readonly number[], injection: Injection): Promise<InjectedErrors> {
  const { calls, error, when } = injection;
  const rule = `inject=${calls}:error=${error}${when === undefined ? "" : `:when=${when}`}`;
  const words = ["-f", "-e", `trace=${calls}`, "-e", rule, ...pids.flatMap((pid) => ["-p", String(pid)])];
  const child = spawn("strace", words, { stdio: ["ignore", "ignore", "pipe"] });
  let count = 0;
  let attached = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    count += text.split("(INJECTED)").length - 1;
    if (attached.length < 4096) attached += text;
  });
  const ended = once(child, "exit");
  while (pids.some((pid) => !attached.includes(`Process ${pid} attached`))) {
    await Promise.race([ended, once(child.stderr, "data")]);
    if (child.exitCode !== null) throw new Error(`strace could not attach: ${attached.trim()}`);
  }
  return {
    get count() {
      return count;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/** Why system calls cannot be made to fail here; `undefined` when they can. */
export async function whyNoInjection(): Promise<string | undefined> {
  const victim = spawn("sleep", ["10"], { stdio: "ignore" });
  try {
    await once(victim, "spawn");
    await using injected = await injectErrors([victim.pid ?? 0], { calls: "fsync", error: "EIO" });
    return injected.count === 0 ? undefined : "strace made something fail that was never called";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    victim.kill("SIGKILL");
  }
}
