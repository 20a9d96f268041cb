import { readFile } from "node:fs/promises";
import { outputOf } from "../processes/run-program.ts";

const checkMilliseconds = 500;
const shell = /(?:^|\/)-?\w*sh$/;

/**
 * Calls back once the process that started this one has ended. npm runs a script through a shell, which outlives an npm
 * that is killed: then npm is watched too.
 */
export async function watchParent(onEnded: () => void): Promise<void> {
  const parent = process.ppid;
  const { name, parent: npm } = await describeProcess(parent);
  const watched = shell.test(name) && process.env["npm_execpath"] !== undefined ? [parent, npm] : [parent];
  const timer = setInterval(() => {
    // A process whose parent has ended gets another one; on Windows it keeps the number.
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(timer);
    onEnded();
  }, checkMilliseconds);
  timer.unref();
}

interface ProcessDescription {
  readonly name: string;
  readonly parent: number;
}

async function describeProcess(pid: number): Promise<ProcessDescription> {
  try {
    return await fromProc(pid);
  } catch {
    return await fromPs(pid).catch(() => ({ name: "", parent: 0 }));
  }
}

async function fromProc(pid: number): Promise<ProcessDescription> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  // `pid (name) state parent …`; the name may hold brackets and spaces.
  const [, name = "", parent = "0"] = /^\d+ \((.*)\) \w (\d+) /s.exec(stat) ?? [];
  return { name, parent: Number(parent) };
}

async function fromPs(pid: number): Promise<ProcessDescription> {
  const line = await outputOf("ps", ["-o", "ppid=,comm=", "-p", String(pid)]);
  const [parent, name = ""] = line.trim().split(/\s+/);
  return { name, parent: Number(parent) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, and belongs to another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
