import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * Reads until the process that started it is gone, in whichever way that came about: its end of the pipe closes even
 * when it was killed. Then it ends the PostgreSQL on the data folder `$2`, a halted one too, and deletes `$1`.
 */
const SCRIPT = `
cat >/dev/null 2>&1
if read -r pid 2>/dev/null <"$2/postmaster.pid"; then
  command=$(ps -o args= -p "$pid" 2>/dev/null || tr '\\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null)
  case $command in *"$2"*)
    kill -CONT $(cat "/proc/$pid/task/$pid/children")
    kill -QUIT "$pid"; kill -CONT "$pid"
    tries=0
    while kill -0 "$pid" && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    kill -KILL "$pid"
  esac
fi 2>/dev/null
rm -rf "$1"
`;

/** Sees to it that nothing of a throw-away PostgreSQL outlives the process that started it. */
export class PartingGuard {
  readonly #child: ChildProcess;

  /**
   * @param scratch the folder to delete in the end
   * @param data the data folder of the PostgreSQL to end
   */
  constructor(scratch: string, data: string) {
    // A session of its own: what Ctrl+C sends to all of a terminal's programs must not reach the one that tidies up.
    this.#child = spawn("/bin/sh", ["-c", SCRIPT, "sh", scratch, data], {
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#child.unref();
  }

  /** Lets it do its work now. @returns when it is done */
  async dismiss(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.ref();
    this.#child.stdin?.end();
    await gone;
  }
}
