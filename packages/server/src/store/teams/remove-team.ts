import { teamRoles } from "../../model/team.ts";
import { removeAccounts } from "../people/delete-account.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** Users deleted by one statement; databases limit how many parameters one may have. */
const usersPerStatement = 500;

/** Deletes a team with its surveys, its applications and the accounts that these registered. */
export async function removeTeam(transaction: StoreQueries, teamId: number): Promise<void> {
  await removeThirdPartyAccounts(transaction, { ownerId: teamId });
  const { kysely } = transaction;
  await kysely.deleteFrom("surveys").where("owner_id", "=", teamId).execute();
  await kysely.deleteFrom("applications").where("owner_id", "=", teamId).execute();
  await kysely.deleteFrom("teams").where("id", "=", teamId).execute();
  await kysely.deleteFrom("accounts").where("id", "=", teamId).execute();
}

/** Whose third-party accounts: those of one application, or of all applications of a team. */
export type ThirdPartyOwner = { readonly applicationId: number } | { readonly ownerId: number };

/**
 * Deletes the accounts that an application registered, before it is deleted itself. A team without another creator gets its
 * highest-ranking other member as one, and is deleted when it has none.
 *
 * @returns how many accounts were deleted
 */
export async function removeThirdPartyAccounts(
  transaction: StoreQueries,
  owner: ThirdPartyOwner,
): Promise<number> {
  const ids = await accountsOf(transaction, owner);
  const leaving = new Set(ids);
  for (const teamId of await teamsWithCreatorAmong(transaction, owner))
    await replaceCreators(transaction, teamId, leaving);
  for (let from = 0; from < ids.length; from += usersPerStatement)
    await removeAccounts(transaction, ids.slice(from, from + usersPerStatement));
  return ids.length;
}

function accountRows({ kysely }: StoreQueries, owner: ThirdPartyOwner) {
  return kysely
    .selectFrom("third_party_accounts as t")
    .innerJoin("applications as a", "a.id", "t.application_id")
    .where((eb) =>
      "ownerId" in owner ? eb("a.owner_id", "=", owner.ownerId) : eb("a.id", "=", owner.applicationId),
    );
}

async function accountsOf(queries: StoreQueries, owner: ThirdPartyOwner): Promise<readonly number[]> {
  const rows = await accountRows(queries, owner).select("t.user_id").execute();
  return rows.map((row) => row.user_id);
}

async function teamsWithCreatorAmong(
  queries: StoreQueries,
  owner: ThirdPartyOwner,
): Promise<readonly number[]> {
  const rows = await accountRows(queries, owner)
    .innerJoin("team_members as m", "m.user_id", "t.user_id")
    .select("m.team_id")
    .distinct()
    .where("m.role", "=", teamRoles.creator)
    .$if("ownerId" in owner, (query) =>
      query.where("m.team_id", "!=", "ownerId" in owner ? owner.ownerId : 0),
    )
    .execute();
  return rows.map((row) => row.team_id);
}

async function replaceCreators(
  transaction: StoreQueries,
  teamId: number,
  leaving: ReadonlySet<number>,
): Promise<void> {
  const members = await transaction.kysely
    .selectFrom("team_members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_id as userId", "m.role"])
    .where("m.team_id", "=", teamId)
    .where("u.disabled", "=", 0)
    .orderBy("m.role")
    .orderBy("m.user_id")
    .execute();
  const next = members.find(({ userId }) => !leaving.has(userId));
  if (next === undefined) await removeTeam(transaction, teamId);
  else await makeCreator(transaction, teamId, next.userId);
}

async function makeCreator({ kysely }: StoreQueries, teamId: number, userId: number): Promise<void> {
  await kysely
    .updateTable("team_members")
    .set({ role: teamRoles.creator })
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .execute();
}
