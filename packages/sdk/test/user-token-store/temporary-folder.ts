import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder below the system's own, for as long as the test runs. It is not there yet. */
export function temporaryFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "sop-sdk-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, "tokens");
}
