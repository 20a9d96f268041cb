import { hashToken, makeRandomId } from "../../src/model/token.ts";
import type { TestPlatform } from "./test-platform.ts";
import { createPasswordLink } from "../../src/store/people/password-link-table.ts";

/** The operator makes a link with which a user sets a new password. @returns the token in the link */
export async function makePasswordLink({ store }: TestPlatform, username: string): Promise<string> {
  const user = await store.findUserByUsername(username);
  const token = makeRandomId();
  const link = { hash: hashToken(token), userId: user?.id ?? 0, username };
  await store.write(createPasswordLink, link, { userId: null, username: "operator", address: "" });
  return token;
}
