import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** A user about to be created. */
export interface NewUser {
  readonly username: string;
  /** The stored form of the password. */
  readonly passwordHash: string;
  readonly nickname: string;
  readonly avatar?: string;
  readonly administrator?: boolean;
  readonly disabled?: boolean;
  readonly language?: string | null;
}

/** Creates a user. The username must be free, and its lock held. @returns the id */
export async function createUser(transaction: StoreQueries, user: NewUser): Promise<number> {
  const id = await numberUser(transaction);
  await insertUser(transaction, id, user);
  return id;
}

/** Takes the id of a user about to be created. */
export async function numberUser({ kysely }: StoreQueries): Promise<number> {
  const { id } = await kysely
    .insertInto("accounts")
    .values({ kind: "user" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates a user whose id was taken with {@link numberUser}. */
export async function insertUser({ kysely }: StoreQueries, id: number, user: NewUser): Promise<void> {
  await kysely
    .insertInto("users")
    .values({
      id,
      username: user.username,
      password_hash: user.passwordHash,
      nickname: user.nickname,
      avatar: user.avatar ?? "",
      administrator: user.administrator === true ? 1 : 0,
      disabled: user.disabled === true ? 1 : 0,
      language: user.language ?? null,
      time_zone: null,
      created_at: nowMs,
      profile_changed_at: nowMs,
    })
    .execute();
}
