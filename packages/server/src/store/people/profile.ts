import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** What users say about themselves. */
export interface Profile {
  readonly nickname: string;
  /** Null to follow the browser. */
  readonly language: string | null;
  /** An IANA zone; null to use that of the platform. */
  readonly timeZone: string | null;
}

/** The profile of a user; undefined when there is no such user. */
export function findProfile({ kysely }: StoreQueries, userId: number): Promise<Profile | undefined> {
  return kysely
    .selectFrom("users")
    .select(["nickname", "language", "time_zone as timeZone"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** Changes the profile of a user. */
export async function updateProfile(
  transaction: StoreQueries,
  { userId, profile, actor }: { readonly userId: number; readonly profile: Profile; readonly actor: Actor },
): Promise<void> {
  const before = await findProfile(transaction, userId);
  if (before === undefined) return;
  const { nickname, language, timeZone } = profile;
  await transaction.kysely
    .updateTable("users")
    .set({ nickname, language, time_zone: timeZone })
    .where("id", "=", userId)
    .execute();
  await recordAudit(transaction, {
    actor,
    action: "profile.changed",
    target: { kind: "user", name: actor.username },
    before: { ...before },
    after: { nickname, language, timeZone },
  });
}
