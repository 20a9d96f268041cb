import type { Actor } from "../store/audit/audit-log-table.ts";
import type { Store } from "../store/store.ts";
import type { ChangeBy } from "../store/surveys/write-survey-for-user.ts";
import type { UserRequest } from "./page-request.ts";

/** Who makes a change, for the audit log. */
export function actorOf({ session, address }: UserRequest): Actor {
  return { userId: session.user.id, username: session.user.username, address: address.text };
}

/** Who changes a survey, and where its events go. */
export function changeBy({ outbox }: Pick<Store, "outbox">, pageRequest: UserRequest): ChangeBy {
  return { actor: actorOf(pageRequest), outbox };
}
