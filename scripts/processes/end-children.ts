import { subscribe } from "node:diagnostics_channel";
import type { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { ExitGuard } from "./exit-guard.ts";

/**
 * Reads lines with a process and the time at which it started, which tells it from a later one of the same number. Then
 * it kills each of them that still runs, and what they have started, whether stopped or not.
 */
const SCRIPT = `
started() {
  read -r stat <"/proc/$1/stat" && set -- \${stat##*) } && echo "\${20}"
}
end() {
  set -- "$1" $(cat "/proc/$1"/task/*/children)
  kill -KILL "$1"
  shift
  for child; do end "$child"; done
}
exec 2>/dev/null
lines=$(cat)
echo "$lines" | while read -r pid start; do
  if [ "$(started "$pid")" = "$start" ]; then end "$pid"; fi
done
`;

/** The part of a `ChildProcess` that is used here. */
type StartedProcess = EventEmitter & { readonly pid?: number };

let guard: ExitGuard | undefined;

/**
 * From now on everything that this process starts ends with it at the latest, even when this process is killed. What has a
 * session of its own is left alone: it has a guard of its own. Linux only; elsewhere it does nothing.
 */
export function endChildrenWithThisProcess(): void {
  if (process.platform !== "linux" || guard !== undefined) return;
  guard = new ExitGuard(SCRIPT, []);
  subscribe("child_process", (message) => {
    // The only message of this channel: https://nodejs.org/api/diagnostics_channel.html#child-process
    const { process: child } = message as { readonly process: StartedProcess };
    child.once("spawn", () => note(child.pid ?? 0));
  });
}

function note(pid: number): void {
  const { session, start } = identityOf(pid) ?? {};
  if (start !== undefined && session !== pid) guard?.note(`${pid} ${start}`);
}

/** See proc_pid_stat(5); undefined when the process has ended. */
function identityOf(pid: number): { readonly session: number; readonly start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program, in brackets, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { session: Number(fields[3]), start: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}
