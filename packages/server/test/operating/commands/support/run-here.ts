import { vi } from "vitest";
import { run } from "../../../../src/main.ts";
import type { SopResult } from "./sop-process.ts";

/**
 * Runs a command that comes to its end by itself within the test's own process: many times faster than a new one.
 *
 * @param folder where it runs, as long as it does. Default: where this process is
 */
export async function runHere(
  words: readonly string[],
  { folder = process.cwd() }: { readonly folder?: string } = {},
): Promise<SopResult> {
  const printed: string[] = [];
  const complained: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((text: string) => void printed.push(text));
  const error = vi.spyOn(console, "error").mockImplementation((text: string) => void complained.push(text));
  const [codeBefore, folderBefore] = [process.exitCode, process.cwd()];
  try {
    process.exitCode = 0;
    process.chdir(folder);
    await run(words);
    return { code: process.exitCode, stdout: lines(printed), stderr: lines(complained) };
  } finally {
    process.exitCode = codeBefore;
    process.chdir(folderBefore);
    log.mockRestore();
    error.mockRestore();
  }
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}
