import type { TestPlatform } from "./test-platform.ts";

/** Revokes every grant of a user, as the user does on the page of authorized applications. */
export async function revokeAllGrantsOf({ store }: TestPlatform, username: string): Promise<void> {
  const user = await store.findUserByUsername(username);
  if (user === undefined) throw new Error(`there is no user ${username}`);
  await store.revokeAllGrants(user.id, { userId: user.id, username, address: "203.0.113.7" });
}
