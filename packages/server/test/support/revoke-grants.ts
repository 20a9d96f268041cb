import type { User } from "../../src/model/user.ts";
import type { Actor } from "../../src/store/audit/audit-log-table.ts";
import type { TestPlatform } from "./test-platform.ts";

/** A user who changes something in a browser. */
export function actorOfUser({ id, username }: Pick<User, "id" | "username">): Actor {
  return { userId: id, username, address: "203.0.113.7" };
}

/** Revokes every grant of a user, as the user does on the page of authorized applications. */
export async function revokeAllGrantsOf({ store }: TestPlatform, username: string): Promise<void> {
  const user = await store.findUserByUsername(username);
  if (user === undefined) throw new Error(`there is no user ${username}`);
  await store.revokeAllGrants(user.id, actorOfUser(user));
}
