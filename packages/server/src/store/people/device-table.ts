import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** How long a browser is recognised after its last sign-in. */
export const deviceSeconds = 180 * 86_400;

/** Browsers that are recognised per user; the one with the oldest sign-in is forgotten first. */
const devicesPerUser = 10;

/** A browser in which a user has just signed in. */
export interface NewDevice {
  readonly hash: string;
  readonly username: string;
  /** What the browser was recognised by before. */
  readonly replaces: string | undefined;
}

/** Remembers a browser, so that it is not delayed when others guess the user's password. */
export async function rememberDevice(
  { kysely }: StoreQueries,
  { hash, username, replaces }: NewDevice,
): Promise<void> {
  const { id } = await kysely
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  if (replaces !== undefined) await kysely.deleteFrom("devices").where("hash", "=", replaces).execute();
  const expiresAt = sql<number>`${nowMs} + ${deviceSeconds * 1000}`;
  await kysely
    .insertInto("devices")
    .values({ hash, user_id: id, created_at: nowMs, expires_at: expiresAt })
    .execute();
  const newest = kysely.selectFrom("devices").select("hash").where("user_id", "=", id);
  await kysely
    .deleteFrom("devices")
    .where("user_id", "=", id)
    .where("hash", "not in", newest.orderBy("created_at", "desc").orderBy("hash").limit(devicesPerUser))
    .execute();
}

/** Whether a user has signed in in a browser before. */
export async function isDeviceOf(
  { kysely }: StoreQueries,
  { hash, username }: Pick<NewDevice, "hash" | "username">,
): Promise<boolean> {
  const device = await kysely
    .selectFrom("devices as d")
    .innerJoin("users as u", "u.id", "d.user_id")
    .select("d.hash")
    .where("d.hash", "=", hash)
    .where("d.expires_at", ">", nowMs)
    .where("u.username", "=", username)
    .executeTakeFirst();
  return device !== undefined;
}
