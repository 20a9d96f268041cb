import { hashToken, makeRandomId } from "../../src/model/token.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Bob invites somebody, to a team if one is given. @returns the token in the link */
export async function invite(
  { store }: TestPlatform,
  team?: { readonly id: number; readonly role: number },
): Promise<string> {
  const bob = await store.findUserByUsername("bob");
  const token = makeRandomId();
  const actor = { userId: bob?.id ?? 0, username: "bob", address: "203.0.113.7" };
  await store.createInvitation({ hash: hashToken(token), note: "for a colleague", team }, actor);
  return token;
}
