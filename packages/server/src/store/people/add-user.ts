import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { hasUsers, isTaken } from "./join-platform.ts";
import { createUser, type NewUser } from "./new-user.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** What became of a user about to be added. */
export type UserAddition =
  | { readonly outcome: "added"; readonly id: number }
  /** The link of the first start is void as soon as there is a user, so the first one has to be an administrator. */
  | { readonly outcome: "username_taken" | "first_is_no_administrator" };

/** Adds a user without an invitation. The locks of the username and of first users have to be held. */
export async function addUser(transaction: StoreQueries, user: NewUser, actor: Actor): Promise<UserAddition> {
  if (await isTaken(transaction, user.username)) return { outcome: "username_taken" };
  const administrator = user.administrator === true;
  if (!administrator && !(await hasUsers(transaction))) return { outcome: "first_is_no_administrator" };
  const id = await createUser(transaction, user);
  await recordAudit(transaction, {
    actor,
    action: "user.added",
    target: { kind: "user", name: user.username },
    after: { administrator },
  });
  return { outcome: "added", id };
}
