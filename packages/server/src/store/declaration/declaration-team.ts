import type { TeamRoleNumber } from "../../model/team.ts";
import { changedColumns, isChanged, type Saved } from "./declaration-change.ts";
import type { RowOf } from "./declaration-state.ts";
import { addRootGroup } from "../teams/root-group.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { endRightsOfMember } from "../teams/member-rights.ts";

/** A team as declared; what is undefined stays as it is. */
export interface TeamDeclaration {
  readonly name: string;
  readonly plan: "free" | "premium" | undefined;
  /** All members, with their roles by number, by user id. */
  readonly members: ReadonlyMap<number, TeamRoleNumber> | undefined;
}

/** A team after it was declared. */
export interface SavedTeam extends Saved {
  /** Whether it was created or changed on a page, and something of it is different now. */
  readonly isOverwritten: boolean;
}

/** Creates a team or updates an existing one; its members become exactly those declared. */
export async function declareTeam(
  transaction: StoreQueries,
  team: TeamDeclaration,
  existing: RowOf<"teams"> | undefined,
): Promise<SavedTeam> {
  const id = existing?.id ?? (await createTeam(transaction, team));
  const changed = existing === undefined ? {} : changedColumns(existing, { plan: team.plan });
  if (isChanged(changed)) {
    await transaction.kysely.updateTable("teams").set(changed).where("id", "=", id).execute();
  }
  const hasNewMembers = team.members !== undefined && (await declareMembers(transaction, id, team.members));
  if (existing === undefined) return { id, change: "created", isOverwritten: false };
  const isUpdated = isChanged(changed) || hasNewMembers;
  const isOverwritten = isUpdated && (await forgetEdit(transaction, existing));
  return { id, change: isUpdated ? "updated" : "unchanged", isOverwritten };
}

/** @returns whether the team was created or changed on a page since it was declared */
async function forgetEdit({ kysely }: StoreQueries, { id, edited_at }: RowOf<"teams">): Promise<boolean> {
  if (edited_at === null) return false;
  await kysely.updateTable("teams").set({ edited_at: null }).where("id", "=", id).execute();
  return true;
}

async function createTeam(transaction: StoreQueries, { name, plan }: TeamDeclaration): Promise<number> {
  const { id } = await transaction.kysely
    .insertInto("accounts")
    .values({ kind: "team" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await transaction.kysely
    .insertInto("teams")
    .values({ id, name, plan: plan ?? "free", created_at: nowMs, edited_at: null })
    .execute();
  await addRootGroup(transaction, id);
  return id;
}

/** @returns whether anything was different */
async function declareMembers(
  transaction: StoreQueries,
  teamId: number,
  declared: ReadonlyMap<number, TeamRoleNumber>,
): Promise<boolean> {
  const { kysely } = transaction;
  const rows = await kysely
    .selectFrom("team_members")
    .select(["user_id", "role"])
    .where("team_id", "=", teamId)
    // A declaration cannot name them: the team's application adds and removes them.
    .where("user_id", "not in", (eb) => eb.selectFrom("third_party_accounts").select("user_id"))
    .execute();
  const present = new Map(rows.map((row) => [row.user_id, row.role]));
  const gone = [...present.keys()].filter((userId) => !declared.has(userId));
  const different = [...declared].filter(([userId, role]) => present.get(userId) !== role);
  for (const userId of gone) {
    await kysely
      .deleteFrom("team_members")
      .where("team_id", "=", teamId)
      .where("user_id", "=", userId)
      .execute();
    await endRightsOfMember(transaction, { teamId, userId });
  }
  for (const [userId, role] of different) {
    await kysely
      .insertInto("team_members")
      .values({ team_id: teamId, user_id: userId, role })
      .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doUpdateSet({ role }))
      .execute();
    await endRightsOfMember(transaction, { teamId, userId }, role);
  }
  return gone.length > 0 || different.length > 0;
}
