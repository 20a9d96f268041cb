import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take long, the longest first. A fresh checkout knows no durations and would begin with the largest files;
 * a slow one that begins last keeps one core busy while the others have nothing to do.
 */
const SLOW = [
  "faults/test/hub.test.ts",
  "e2e/token-hub.test.ts",
  "faults/test/rolling-restart.test.ts",
  "faults/test/failover.test.ts",
  "e2e/accessibility.test.ts",
  "e2e/npm-start.test.ts",
  "faults/test/disk-errors.test.ts",
  "faults/test/isolation.test.ts",
  "faults/test/floods.test.ts",
  "faults/test/histories.test.ts",
  "faults/test/kills.test.ts",
  "faults/test/power-cut.test.ts",
  "e2e/web-authorization.test.ts",
  "faults/test/races.test.ts",
  "e2e/install-packed.test.ts",
  "e2e/token-hub-callers.test.ts",
  "e2e/people.test.ts",
  "e2e/upgrade.test.ts",
  "e2e/passkeys.test.ts",
  "packages/database/test/postgres/failover.test.ts",
  "packages/server/test/commands/workers.test.ts",
  "packages/server/test/commands/worker-signals.test.ts",
  "packages/server/test/security/storage-failure.test.ts",
  "packages/server/test/commands/serve.test.ts",
  "packages/server/test/commands/backup.test.ts",
  "packages/server/test/demo/demo-command.test.ts",
  "packages/token-hub/test/several-hubs/several-hubs.test.ts",
];

/** Begins with the slow files; all others come in the usual order. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's own method, and not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = SLOW.findIndex((path) => moduleId.endsWith(path));
  return place === -1 ? SLOW.length : place;
}
