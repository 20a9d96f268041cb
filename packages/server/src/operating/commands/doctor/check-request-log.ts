import { inspectDatabase, type UsableDatabase } from "@survey-open-platform/database";
import { requestLogFileOf } from "../../../http/request-log/request-log-database.ts";
import { checkPermissions } from "./check-files.ts";
import type { Finding } from "./finding.ts";

const check = "request-log";

/** Looks at the file of the request log. Whatever is wrong with it, the platform works: so nothing here is an error. */
export async function checkRequestLog(databaseAddress: string): Promise<readonly Finding[]> {
  const path = requestLogFileOf(databaseAddress);
  if (path === undefined || path.startsWith(":memory:")) return [];
  const condition = await inspectDatabase(`sqlite:${path}`);
  if (condition.state === "missing")
    return [{ level: "ok", check, says: `There is no request log at ${path} yet. The first call makes it.` }];
  if (condition.state === "usable") return checkUsable(path, condition);
  const reason = condition.state === "unusable" ? condition.reason : condition.state;
  return [unusable(path, reason)];
}

function checkUsable(path: string, { damages, writeProblem }: UsableDatabase): readonly Finding[] {
  const problem = writeProblem ?? damages[0];
  if (problem !== undefined) return [unusable(path, problem)];
  const exposed = checkPermissions(path).filter(({ level }) => level !== "ok");
  return [{ level: "ok", check, says: `The request log ${path} is whole.` }, ...exposed];
}

function unusable(path: string, reason: string): Finding {
  return {
    level: "warning",
    check,
    says: `The request log ${path} cannot be used: ${reason}. Calls are served without it.`,
    todo: "Check who owns the file, and the room on the disk. The platform sets a damaged file aside by itself; it may also be deleted.",
  };
}
