import { userInfo } from "node:os";
import type { Actor } from "../../store/audit/audit-log-table.ts";

/**
 * The operator as the audit log names them: the command, and the user of the machine who runs it. No user has this name,
 * because a username has no spaces.
 */
export function operatorOf(command: string): Actor {
  return { userId: null, username: `sop ${command} (${userName()})`, address: "" };
}

/** In a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
