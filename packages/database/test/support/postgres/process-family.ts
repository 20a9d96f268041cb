import { existsSync, readdirSync, readFileSync } from "node:fs";
import { outputOf } from "../../../../../scripts/processes/run-program.ts";

/** The processes that a process has started and that are still there; their own children are not among them. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const pairs = existsSync("/proc/self/stat") ? fromProc() : await fromPs();
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child);
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
