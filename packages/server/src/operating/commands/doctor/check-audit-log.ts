import type { ChainProblem, ChainState } from "../../../store/audit/check-audit-chain.ts";
import type { Finding } from "./finding.ts";

/** Says whether entries of the audit log were changed, added or deleted since they were recorded. */
export function checkAuditLog({ entries, newestHash, problem }: ChainState): readonly Finding[] {
  const check = "audit-log";
  if (problem === undefined) {
    const newest =
      entries === 0
        ? ""
        : ` The newest has the hash ${newestHash}; a copy of it elsewhere shows later whether all of them were replaced.`;
    return [
      { level: "ok", check, says: `The ${entries} entries of the audit log are as recorded.${newest}` },
    ];
  }
  return [
    {
      level: "error",
      check,
      says: `The audit log was changed in the database: ${textOf(problem)}`,
      todo: "Compare it with an earlier export or backup, and find out who has access to the database.",
    },
  ];
}

function textOf(problem: ChainProblem): string {
  if (problem.problem === "cut")
    return problem.id === undefined
      ? "every entry was deleted."
      : `the entries after number ${problem.id} were deleted.`;
  const entry = `entry ${problem.id} of ${new Date(problem.at).toISOString()}`;
  return problem.problem === "changed"
    ? `the content of ${entry} is not what was recorded.`
    : `${entry} does not follow the entry before it; that one was deleted or replaced, or this one was added.`;
}
