import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * A shell script that runs when this process has ended, in whichever way: its end of the pipe closes even when it was
 * killed. The script begins by reading its standard input to the end.
 */
export class ExitGuard implements AsyncDisposable {
  readonly #child: ChildProcess;

  /** @param parameters `$1` and so on */
  constructor(script: string, parameters: readonly string[]) {
    // A session of its own: what Ctrl+C sends to all of a terminal's programs must not reach the one that tidies up.
    this.#child = spawn("/bin/sh", ["-c", script, "sh", ...parameters], {
      cwd: "/",
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    // It may have been killed.
    this.#child.stdin?.on("error", () => undefined);
    this.#child.unref();
  }

  /** A line for the script to read. */
  note(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Lets it do its work now. @returns when it is done */
  async dismiss(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.ref();
    this.#child.stdin?.end();
    await gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dismiss();
  }
}
