import { hashToken, makeRandomId } from "../../src/model/token.ts";
import { makeAdministrators } from "./administrators.ts";
import type { TestPlatform } from "./test-platform.ts";
import { createInvitation } from "../../src/store/people/invitation-table.ts";

/** A user invites somebody, to a team if one is given; to the platform as an administrator. @returns the token in the link */
export async function invite(
  platform: TestPlatform,
  team?: { readonly id: number; readonly role: number },
  username = "bob",
): Promise<string> {
  const { store } = platform;
  if (team === undefined) await makeAdministrators(platform, username);
  const user = await store.findUserByUsername(username);
  const token = makeRandomId();
  const actor = { userId: user?.id ?? 0, username, address: "203.0.113.7" };
  await store.write(createInvitation, { hash: hashToken(token), note: "for a colleague", team }, actor);
  return token;
}
