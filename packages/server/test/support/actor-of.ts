import type { Actor } from "../../src/store/audit/audit-log-table.ts";

/** Someone with a username, who acts without a session. */
export function actorOf(username: string): Actor {
  return { userId: null, username, address: "" };
}
