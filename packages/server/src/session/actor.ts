import type { Actor } from "../store/audit/audit-log-table.ts";
import type { UserRequest } from "./page-request.ts";

/** Who makes a change, for the audit log. */
export function actorOf({ session, address }: UserRequest): Actor {
  return { userId: session.user.id, username: session.user.username, address: address.text };
}
