import { join } from "node:path";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";

const program = join(import.meta.dirname, "submitter-process.ts");

/** An answer of which a submitter knows that it is stored. */
export interface Confirmation {
  readonly token: string;
  readonly answerId: number;
  readonly hash: string;
}

/** What a submitter has printed until it was killed. */
export interface Submitted {
  readonly confirmations: readonly Confirmation[];
  readonly problems: readonly string[];
}

/** A process that submits answers to a survey until it is killed. */
export class Submitter {
  readonly #process: RunningProgram;

  constructor(address: string, surveyId: number) {
    const words = [program, address, String(surveyId)];
    this.#process = new RunningProgram(process.execPath, words, { env: bareEnvironment() });
  }

  /** Waits until it has so many confirmations. @throws when it ends before, or takes too long */
  async confirmed(count: number): Promise<void> {
    const enough = ({ stdout }: { readonly stdout: string }) => linesOf(stdout).length >= count || undefined;
    await this.#process.printed(`${count} confirmations`, enough);
  }

  /** Kills it without cleanup. */
  async kill(): Promise<Submitted> {
    this.#process.signal("SIGKILL");
    const { stdout, stderr } = await this.#process.ended;
    const lines = linesOf(stdout);
    const refused = lines.filter((line) => line.includes(" refused "));
    return {
      confirmations: lines.flatMap((line) => parseLine(line) ?? []),
      problems: stderr === "" ? refused : [...refused, stderr],
    };
  }
}

/** The last line may be half of one. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

function parseLine(line: string): Confirmation | undefined {
  const [token = "", serial = "", hash = ""] = line.split(" ");
  return serial === "refused" ? undefined : { token, answerId: Number(serial), hash };
}
