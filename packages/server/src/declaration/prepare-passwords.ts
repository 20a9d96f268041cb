import { makeRandomId } from "../model/token.ts";
import { hashPassword, verifyPassword } from "../session/password.ts";
import { findUsers } from "../store/declaration/declaration-state.ts";
import type { StoreQueries } from "../store/statements/queries.ts";
import type { DeclaredUser } from "./declaration-schema.ts";

/** What to store as a user's password, worked out before the transaction because it takes long. */
export interface PreparedPassword {
  /** The stored form that this was worked out from; undefined when there was no such user. */
  readonly basedOn: string | undefined;
  /** The new stored form; undefined when the stored one is right. */
  readonly hash: string | undefined;
  /** The password itself, if it was made here. */
  readonly generated: string | undefined;
}

/** Works out each user's password: kept when it is right or not given, else hashed; made for a new user without one. */
export async function preparePasswords(
  queries: StoreQueries,
  users: readonly DeclaredUser[],
): Promise<ReadonlyMap<string, PreparedPassword>> {
  const stored = await findUsers(
    queries,
    users.map(({ username }) => username),
  );
  const prepared = new Map<string, PreparedPassword>();
  // One after another: users who sign in meanwhile share the same queue.
  for (const user of users) {
    prepared.set(user.username, await preparePassword(user, stored.get(user.username)?.password_hash));
  }
  return prepared;
}

async function preparePassword(
  { password }: DeclaredUser,
  basedOn: string | undefined,
): Promise<PreparedPassword> {
  if (password === undefined && basedOn === undefined) {
    const generated = makeRandomId();
    return { basedOn, hash: await hashPassword(generated), generated };
  }
  const isRight =
    password === undefined || (basedOn !== undefined && (await verifyPassword(password, basedOn)));
  return { basedOn, hash: isRight ? undefined : await hashPassword(password), generated: undefined };
}
