import { join } from "node:path";
import { onTestFinished } from "vitest";
import { RunningProgram } from "../../../../scripts/processes/running-program.ts";

/** A process that reads a tally and can be stopped at any moment. */
export class Reader {
  readonly #program: RunningProgram;
  #reads = 0;

  private constructor(program: RunningProgram) {
    this.#program = program;
  }

  /** It is gone when the test is finished. */
  static async start(address: string): Promise<Reader> {
    const path = join(import.meta.dirname, "reader-process.ts");
    const program = new RunningProgram(process.execPath, [path, address]);
    onTestFinished(() => program.kill());
    await program.printed("that it has started", ({ stdout }) => stdout.match(/started/)?.[0]);
    return new Reader(program);
  }

  /** Lets it read the count of the tally `a`; a stopped one does it when it goes on. @returns the count, or the name of an error */
  async read(): Promise<string> {
    const place = this.#reads++;
    this.#program.signal("SIGUSR2");
    const find = (stdout: string) => [...stdout.matchAll(/read (.*)\n/g)][place]?.[1];
    return await this.#program.printed("what it read", ({ stdout }) => find(stdout));
  }

  stop(): void {
    this.#program.signal("SIGSTOP");
  }

  goOn(): void {
    this.#program.signal("SIGCONT");
  }
}
