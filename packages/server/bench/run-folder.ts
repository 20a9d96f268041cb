import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endChildrenWithThisProcess } from "../../../scripts/processes/end-children.ts";
import { ExitGuard } from "../../../scripts/processes/exit-guard.ts";

/** Deletes `$1`. A program that is being ended may still write into it. */
const DELETE = `
cat
for try in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf "$1" && break
  sleep 1
done
`;

/** A folder of one run. When this process has ended, in whichever way, it is deleted, and all programs that this process started have ended. */
export class RunFolder implements AsyncDisposable {
  readonly path: string;
  readonly #guard: ExitGuard;

  constructor(prefix: string) {
    endChildrenWithThisProcess();
    this.path = mkdtempSync(join(tmpdir(), prefix));
    this.#guard = new ExitGuard(DELETE, [this.path]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#guard.dismiss();
  }
}
