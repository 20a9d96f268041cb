import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** What users say about themselves. */
export interface Profile {
  readonly nickname: string;
  /** Null to follow the browser. */
  readonly language: string | null;
  /** An IANA zone; null to use that of the platform. */
  readonly timeZone: string | null;
}

/** The profile of a user, and when it was last changed, in milliseconds UTC; undefined when there is no such user. */
export function findProfile(
  { kysely }: StoreQueries,
  userId: number,
): Promise<(Profile & { readonly changedAt: number }) | undefined> {
  return kysely
    .selectFrom("users")
    .select(["nickname", "language", "time_zone as timeZone", "profile_changed_at as changedAt"])
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
    .set({ nickname, language, time_zone: timeZone, profile_changed_at: nowMs })
    .where("id", "=", userId)
    .execute();
  await recordAudit(transaction, {
    actor,
    action: "profile.changed",
    target: { kind: "user", name: actor.username },
    before: { nickname: before.nickname, language: before.language, timeZone: before.timeZone },
    after: { nickname, language, timeZone },
  });
}
