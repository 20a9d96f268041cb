import { readdirSync, readFileSync } from "node:fs";

/** Empty when the process or thread has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process and its descendants. */
function processTree(pid: number): readonly number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    read(`/proc/${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processTree)];
}

/**
 * Processor time (user and system) of all threads of some processes and their descendants, in nanoseconds. The
 * scheduler's own count is used because `stat` counts in hundredths of a second
 * (https://docs.kernel.org/scheduler/sched-stats.html).
 */
export function processorNanoseconds(pids: readonly number[]): number {
  let sum = 0;
  for (const member of new Set(pids.flatMap(processTree)))
    for (const thread of threadsOf(member))
      sum += Number(read(`/proc/${member}/task/${thread}/schedstat`).split(" ")[0] ?? 0);
  return sum;
}

/** Resident memory of a process and its descendants, in MB. */
export function residentMegabytes(pid: number): number {
  return processTree(pid).reduce((sum, member) => {
    const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(read(`/proc/${member}/status`)) ?? [];
    return sum + Number(kilobytes) / 1024;
  }, 0);
}

const nanosecondsPerTick = 10_000_000;

/**
 * Processor time that the whole machine has used, in nanoseconds: user, nice, system, irq, softirq and steal. Interrupts
 * belong to it because the scheduler counts them for the process that they interrupt.
 */
export function busyNanoseconds(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    read("/proc/stat").split("\n")[0]?.split(/\s+/) ?? []
  ).map(Number);
  return (user + nice + system + irq + softirq + steal) * nanosecondsPerTick;
}

/** @throws Error where the kernel does not count as this benchmark needs it */
export function checkProcessorTime(): void {
  if (processorNanoseconds([process.pid]) === 0)
    throw new Error("The benchmark needs Linux: it reads processor time from /proc/PID/task/*/schedstat.");
}
