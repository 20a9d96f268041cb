import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take long, the longest first. A fresh checkout knows no durations and would begin with the largest files;
 * a slow one that begins last keeps one core busy while the others have nothing to do. Files of packages by themselves
 * are not among them: a worker that goes from one project to another loads its modules again.
 */
const SLOW = [
  "faults/test/mails.test.ts",
  "packages/server/test/pages/every-route-in-chromium.test.ts",
  "faults/test/power-cut.test.ts",
  "e2e/accessibility.test.ts",
  "packages/database/test/postgres/failover.test.ts",
  "e2e/npm-start.test.ts",
  "faults/test/histories.test.ts",
  "e2e/survey-editing.test.ts",
  "faults/test/disk-errors.test.ts",
  "e2e/install-packed.test.ts",
  "e2e/results-jobs.test.ts",
  "packages/server/test/operating/commands/workers.test.ts",
  "e2e/token-hub.test.ts",
  "e2e/authoring-jobs.test.ts",
  "packages/server/test/operating/commands/serve.test.ts",
  "faults/test/kills.test.ts",
  "faults/test/failover.test.ts",
  "faults/test/submissions.test.ts",
  "packages/server/test/operating/demo/demo-command.test.ts",
  "e2e/web-authorization.test.ts",
  "e2e/people.test.ts",
  "e2e/passkeys.test.ts",
  "packages/server/test/operating/commands/worker-signals.test.ts",
  "packages/server/test/operating/commands/oauth-killed.test.ts",
  "packages/server/test/operating/commands/backup.test.ts",
  "e2e/sdk-conformance.test.ts",
  "e2e/agents.test.ts",
  "e2e/openid.test.ts",
  "e2e/other-libraries.test.ts",
  "packages/server/test/operating/commands/workers-on-one-database.test.ts",
  "e2e/survey-story.test.ts",
  "e2e/examples.test.ts",
  "e2e/survey-jobs.test.ts",
  "e2e/generated-clients.test.ts",
  "e2e/token-hub-callers.test.ts",
  "e2e/security/crash.test.ts",
  "e2e/security/graceful-stop.test.ts",
  "e2e/survey-filling-in.test.ts",
  "e2e/security/proxy.test.ts",
  "packages/server/test/operating/commands/metrics.test.ts",
  "e2e/upgrade.test.ts",
  "packages/server/test/operating/commands/apply.test.ts",
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
