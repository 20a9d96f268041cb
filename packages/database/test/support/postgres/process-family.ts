import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { outputOf } from "../../../../../scripts/processes/run-program.ts";

/** The processes that a process has started and that are still there; their own children are not among them. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const pairs = existsSync("/proc/self/stat") ? fromProc() : await fromPs();
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child);
}

/** Waits until processes have ended, those too whose exit status was not read yet. @throws Error when it takes longer */
export async function haveEnded(pids: readonly number[], withinMilliseconds: number): Promise<void> {
  const lastMoment = performance.now() + withinMilliseconds;
  while (pids.some(isThere)) {
    if (performance.now() > lastMoment)
      throw new Error(`of the processes ${pids.join(", ")} some did not end`);
    await sleep(5);
  }
}

function isThere(pid: number): boolean {
  if (existsSync("/proc/self/stat")) {
    const stat = readStat(String(pid));
    return stat !== undefined && stat[stat.lastIndexOf(")") + 2] !== "Z";
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

type ChildAndParent = readonly [child: number, parent: number];

function fromProc(): readonly ChildAndParent[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readStat(name);
    // The name of the program, in brackets, may hold anything; state and parent come after the last bracket.
    const parent = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
    return parent === undefined ? [] : [[Number(name), Number(parent)] as const];
  });
}

function readStat(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

async function fromPs(): Promise<readonly ChildAndParent[]> {
  const stdout = await outputOf("ps", ["-A", "-o", "pid=,ppid="]);
  return stdout.split("\n").map((line) => {
    const [child, parent] = line.trim().split(/\s+/);
    return [Number(child), Number(parent)] as const;
  });
}
