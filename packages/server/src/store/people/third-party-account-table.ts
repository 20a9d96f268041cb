import { rowsOf } from "@survey-open-platform/database";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { insertUser, numberUser } from "./new-user.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";

/** An account that an application registered for one of its own users. */
export interface ThirdPartyAccount {
  /** Of the user, and of the respondent. */
  readonly userId: number;
  /** What the application calls its user. */
  readonly openid: string;
  readonly nickname: string;
  readonly avatar: string;
}

/** An account about to be registered. */
export interface NewThirdPartyAccount extends Omit<ThirdPartyAccount, "userId"> {
  readonly applicationId: number;
  readonly actor: Actor;
}

/** Registers an account. @returns its id; undefined when the application has one with that openid */
export async function createThirdPartyAccount(
  transaction: StoreQueries,
  { applicationId, openid, nickname, avatar, actor }: NewThirdPartyAccount,
): Promise<number | undefined> {
  const { kysely } = transaction;
  const id = await numberUser(transaction);
  // No password has an empty stored form, and no one can choose a username with a colon.
  const user = { username: `third-party:${id}`, passwordHash: "", nickname, avatar };
  await insertUser(transaction, id, user);
  const created = await kysely
    .insertInto("third_party_accounts")
    .values({ user_id: id, application_id: applicationId, openid, created_at: nowMs })
    .onConflict((conflict) => conflict.columns(["application_id", "openid"]).doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (created === undefined) {
    await kysely.deleteFrom("users").where("id", "=", id).execute();
    await kysely.deleteFrom("accounts").where("id", "=", id).execute();
    return undefined;
  }
  const target = { kind: "user", name: user.username } as const;
  const after = { openid, nickname };
  await recordAudit(transaction, { actor, action: "third_party_account.created", target, after });
  return id;
}

const byOpenid = prepare<{ readonly applicationId: number; readonly openid: string }>()((db, param) =>
  db
    .selectFrom("third_party_accounts as t")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.user_id as userId", "t.openid", "u.nickname", "u.avatar"])
    .where("t.application_id", "=", param("applicationId"))
    .where("t.openid", "=", param("openid")),
);

/** Finds an account of an application, disabled ones too. */
export function* findThirdPartyAccount(account: {
  readonly applicationId: number;
  readonly openid: string;
}): StoreSteps<ThirdPartyAccount | undefined> {
  return (yield* rowsOf(byOpenid, account))[0];
}

/** A change of an account; what is undefined stays as it is. */
export interface ThirdPartyAccountChange {
  readonly applicationId: number;
  readonly userId: number;
  readonly nickname: string | undefined;
  readonly avatar: string | undefined;
  readonly actor: Actor;
}

/** Changes what an account is shown as. @returns false when the application has no such account */
export async function changeThirdPartyAccount(
  transaction: StoreQueries,
  { applicationId, userId, nickname, avatar, actor }: ThirdPartyAccountChange,
): Promise<boolean> {
  const { kysely } = transaction;
  const before = await kysely
    .selectFrom("users as u")
    .innerJoin("third_party_accounts as t", "t.user_id", "u.id")
    .select(["u.username", "u.nickname", "u.avatar"])
    .where("t.application_id", "=", applicationId)
    .where("u.id", "=", userId)
    .executeTakeFirst();
  if (before === undefined) return false;
  const after = { nickname: nickname ?? before.nickname, avatar: avatar ?? before.avatar };
  if (after.nickname === before.nickname && after.avatar === before.avatar) return true;
  await kysely
    .updateTable("users")
    .set({ ...after, profile_changed_at: nowMs })
    .where("id", "=", userId)
    .execute();
  await recordAudit(transaction, {
    actor,
    action: "third_party_account.changed",
    target: { kind: "user", name: before.username },
    before: { nickname: before.nickname, avatar: before.avatar },
    after,
  });
  return true;
}

/** What an application calls one of its accounts. */
export async function findAccountOpenid(
  { kysely }: StoreQueries,
  { applicationId, userId }: { readonly applicationId: number; readonly userId: number },
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom("third_party_accounts")
    .select("openid")
    .where("application_id", "=", applicationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.openid;
}

/** The application of an account, and what it calls its user. */
export interface AccountOrigin {
  readonly openid: string;
  readonly appid: string;
}

/** Which application registered a user; undefined for everyone else. */
export async function findAccountOrigin(
  { kysely }: StoreQueries,
  userId: number,
): Promise<AccountOrigin | undefined> {
  return kysely
    .selectFrom("third_party_accounts as t")
    .innerJoin("applications as a", "a.id", "t.application_id")
    .select(["t.openid", "a.appid"])
    .where("t.user_id", "=", userId)
    .executeTakeFirst();
}

/** Which of some users are accounts of an application. */
export async function ownAccountsAmong(
  { kysely }: StoreQueries,
  { applicationId, userIds }: { readonly applicationId: number; readonly userIds: readonly number[] },
): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await kysely
    .selectFrom("third_party_accounts")
    .select("user_id")
    .where("application_id", "=", applicationId)
    .where("user_id", "in", userIds)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** An account as the managers of its team see it. */
export interface ListedThirdPartyAccount extends ThirdPartyAccount {
  readonly username: string;
  readonly disabled: boolean;
  readonly createdAt: number;
}

/** One page of the accounts that a team's application registered. */
export interface ThirdPartyAccountSearch {
  readonly teamId: number;
  /** Part of a nickname or openid; "" for all. */
  readonly search: string;
  /** The id that the page begins below. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** The accounts of a team's application, the newest first. */
export async function listThirdPartyAccounts(
  { kysely }: StoreQueries,
  { teamId, search, before, limit }: ThirdPartyAccountSearch,
): Promise<readonly ListedThirdPartyAccount[]> {
  const rows = await kysely
    .selectFrom("third_party_accounts as t")
    .innerJoin("applications as a", "a.id", "t.application_id")
    .innerJoin("users as u", "u.id", "t.user_id")
    .select(["t.user_id as userId", "t.openid", "t.created_at as createdAt"])
    .select(["u.username", "u.nickname", "u.avatar", "u.disabled"])
    .where("a.owner_id", "=", teamId)
    .$if(search !== "", (query) => query.where(contains(search, ["u.nickname", "t.openid"])))
    .$if(before !== undefined, (query) => query.where("t.user_id", "<", before ?? 0))
    .orderBy("t.user_id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, disabled: row.disabled === 1 }));
}
