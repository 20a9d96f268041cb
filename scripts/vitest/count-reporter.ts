import { writeSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** How many tests passed and failed; what failed before it became a test counts as failed too. */
export type Counts = { readonly passed: number; readonly failed: number };

/**
 * Counts a finished run. A file that could not be collected, a suite whose hook threw and an unhandled
 * error each count as one failure, so that a run cannot look green because its tests never started.
 *
 * @param modules the test files of the run
 * @param unhandledErrors how many errors were thrown outside every test
 */
export function countResults(modules: readonly TestModule[], unhandledErrors: number): Counts {
  let passed = 0;
  let failed = unhandledErrors;
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") passed += 1;
      if (state === "failed") failed += 1;
    }
    failed += [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0).length;
  }
  return { passed, failed };
}

/** One line for each failure of a finished run: where it is, and the first line of what it says. */
export function failureLines(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): string[] {
  const lines = unhandledErrors.map((error) => `failed: outside every test: ${firstLine(error)}`);
  for (const module of modules) {
    const place = `${module.project.name} ${module.relativeModuleId}`;
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === "failed") lines.push(`failed: ${place} > ${test.fullName}: ${firstLine(errors[0])}`);
    }
    for (const suite of [module, ...module.children.allSuites()]) {
      const [error] = suite.errors();
      if (error !== undefined) lines.push(`failed: ${place} as a whole: ${firstLine(error)}`);
    }
  }
  return lines;
}

function firstLine(error: unknown): string {
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : error;
  return String(message).split("\n")[0] ?? "";
}

/** Ends a run with its failures and one line, `N passed, N failed`, after everything else that the run prints. */
export class CountReporter implements Reporter {
  #counts: Counts = { passed: 0, failed: 1 };
  #failures: readonly string[] = [];
  #isWatching = false;

  onInit(vitest: { readonly config: { readonly watch: boolean } }): void {
    this.#isWatching = vitest.config.watch;
    process.once("exit", () => this.#print());
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#counts = countResults(modules, unhandledErrors.length);
    this.#failures = failureLines(modules, unhandledErrors);
  }

  #print(): void {
    if (this.#isWatching) return;
    if (this.#counts.failed > 0) process.exitCode = process.exitCode || 1;
    for (const line of this.#failures) printLast(`${line}\n`);
    printLast(`${this.#counts.passed} passed, ${this.#counts.failed} failed\n`);
  }
}

/** Nothing asynchronous is left at the end of a process, so a pipe that is full for a moment is simply asked again. */
function printLast(line: string): void {
  for (;;) {
    try {
      writeSync(1, line);
      return;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
}
