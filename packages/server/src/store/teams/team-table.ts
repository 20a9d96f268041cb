import { isStorable } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { teamRoles, type TeamPlan, type TeamRoleNumber } from "../../model/team.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { addRootGroup } from "./root-group.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { removeTeam } from "./remove-team.ts";
import { revokeIssued } from "../tokens/revoke-issued.ts";
import { contains } from "../statements/search-pattern.ts";
import { teamNameLock, teamCreationLock, teamLock, applicationLock } from "../statements/locks.ts";

/** Most teams that a user may be a creator of to create another one. */
export const teamsPerCreator = 5;

/** A team by its id, as one of its members asks for it. */
export interface TeamOfMember {
  readonly teamId: number;
  readonly userId: number;
}

/** A team as one of its members sees it. */
export interface TeamForUser {
  readonly id: number;
  readonly name: string;
  readonly plan: TeamPlan;
  readonly createdAt: number;
  /** The role of the member who asks. */
  readonly role: TeamRoleNumber;
  readonly hasCredentials: boolean;
}

function teamsForUser({ kysely }: StoreQueries, userId: number) {
  return (
    kysely
      .selectFrom("team_members as m")
      .innerJoin("teams as t", "t.id", "m.team_id")
      // A user who was disabled has no rights, whatever a request that is under way began with.
      .innerJoin("users as u", (join) => join.onRef("u.id", "=", "m.user_id").on("u.disabled", "=", 0))
      .select(["t.id", "t.name", "t.plan", "t.created_at as createdAt"])
      .select((eb) => eb.ref("m.role").$castTo<TeamRoleNumber>().as("role"))
      .select(
        sql<
          0 | 1
        >`case when exists (select 1 from applications as a where a.owner_id = t.id and a.kind = 'team') then 1 else 0 end`.as(
          "hasCredentials",
        ),
      )
      .where("m.user_id", "=", userId)
  );
}

type TeamRow = Omit<TeamForUser, "hasCredentials"> & { readonly hasCredentials: 0 | 1 };

function fromRow(row: TeamRow): TeamForUser {
  return { ...row, hasCredentials: row.hasCredentials === 1 };
}

/** Finds a team of a member. @returns undefined when the user is none */
export async function findTeamForUser(
  queries: StoreQueries,
  { teamId, userId }: TeamOfMember,
): Promise<TeamForUser | undefined> {
  const row = await teamsForUser(queries, userId).where("m.team_id", "=", teamId).executeTakeFirst();
  return row && fromRow(row);
}

/** One page of the teams of a user. */
export interface TeamForUserSearch {
  readonly userId: number;
  /** Part of a name; "" for all. */
  readonly search: string;
  /** The id that the page begins below. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** The teams of a user, the newest first. */
export async function listTeamsForUser(
  queries: StoreQueries,
  { userId, search, before, limit }: TeamForUserSearch,
): Promise<readonly TeamForUser[]> {
  const rows = await teamsForUser(queries, userId)
    .$if(search !== "", (query) => query.where(contains(search, ["t.name"])))
    .$if(before !== undefined, (query) => query.where("m.team_id", "<", before ?? 0))
    .orderBy("m.team_id", "desc")
    .limit(limit)
    .execute();
  return rows.map(fromRow);
}

/** A team about to be created, by the user who becomes its creator. */
export interface NewTeam {
  readonly name: string;
  readonly actor: Actor & { readonly userId: number };
}

/** The outcome. */
export type TeamCreation =
  | { readonly outcome: "created"; readonly id: number }
  | { readonly outcome: "name_taken" | "too_many" };

/** Creates a team with the free plan. The locks of its name and of its creator have to be held. */
export async function createTeam(transaction: StoreQueries, { name, actor }: NewTeam): Promise<TeamCreation> {
  if ((await countCreated(transaction, actor.userId)) >= teamsPerCreator) return { outcome: "too_many" };
  if (await isNameTaken(transaction, name)) return { outcome: "name_taken" };
  const { kysely } = transaction;
  const { id } = await kysely
    .insertInto("accounts")
    .values({ kind: "team" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("teams")
    .values({ id, name, plan: "free", created_at: nowMs, edited_at: nowMs })
    .execute();
  await addRootGroup(transaction, id);
  await kysely
    .insertInto("team_members")
    .values({ team_id: id, user_id: actor.userId, role: teamRoles.creator })
    .execute();
  const target = { kind: "team", name: String(id) } as const;
  await recordAudit(transaction, { actor, action: "team.created", target, after: { name } });
  return { outcome: "created", id };
}
createTeam.locks = ({ name, actor }: NewTeam) => [teamNameLock(name), teamCreationLock(actor.userId)];

async function countCreated({ kysely }: StoreQueries, userId: number): Promise<number> {
  const row = await kysely
    .selectFrom("team_members")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("user_id", "=", userId)
    .where("role", "=", teamRoles.creator)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

async function isNameTaken({ kysely }: StoreQueries, name: string): Promise<boolean> {
  return (
    (await kysely.selectFrom("teams").select("id").where("name", "=", name).executeTakeFirst()) !== undefined
  );
}

/** A new name of a team, and who gives it. */
export interface TeamRenaming {
  readonly teamId: number;
  readonly name: string;
  readonly actor: Actor & { readonly userId: number };
}

/**
 * Gives a team another name; one of its creators can. Its credentials have the name of the team too. The locks of the new name
 * and of the team have to be held.
 */
export async function renameTeam(
  transaction: StoreQueries,
  { teamId, name, actor }: TeamRenaming,
): Promise<"renamed" | "unchanged" | "name_taken" | "forbidden"> {
  const team = await findTeamForUser(transaction, { teamId, userId: actor.userId });
  if (team?.role !== teamRoles.creator) return "forbidden";
  if (team.name === name) return "unchanged";
  if (await isNameTaken(transaction, name)) return "name_taken";
  const { kysely } = transaction;
  await kysely.updateTable("teams").set({ name, edited_at: nowMs }).where("id", "=", teamId).execute();
  await kysely
    .updateTable("applications")
    .set({ name })
    .where("owner_id", "=", teamId)
    .where("name", "=", team.name)
    .execute();
  await recordAudit(transaction, {
    actor,
    action: "team.renamed",
    target: { kind: "team", name: String(teamId) },
    before: { name: team.name },
    after: { name },
  });
  return "renamed";
}
renameTeam.locks = ({ name, teamId }: TeamRenaming) => [teamNameLock(name), teamLock(teamId)];

/** What belongs to a team, in numbers. */
export interface TeamCounts {
  readonly members: number;
  readonly surveys: number;
  readonly answers: number;
  readonly applications: number;
  /** Accounts that its applications registered. */
  readonly thirdPartyAccounts: number;
}

/** Counts what belongs to a team. */
export async function countTeam({ kysely }: StoreQueries, teamId: number): Promise<TeamCounts> {
  const { rows } = await sql<Readonly<Record<keyof TeamCounts, number | string>>>`select
    (select count(*) from team_members where team_id = ${teamId}) as members,
    (select count(*) from surveys where owner_id = ${teamId}) as surveys,
    (select coalesce(sum(answer_count), 0) from surveys where owner_id = ${teamId}) as answers,
    (select count(*) from applications where owner_id = ${teamId}) as applications,
    (select count(*) from third_party_accounts t join applications a on a.id = t.application_id
      where a.owner_id = ${teamId}) as "thirdPartyAccounts"`.execute(kysely);
  // Engines differ in the type that they count in.
  const count = (name: keyof TeamCounts) => Number(rows[0]?.[name] ?? 0);
  return {
    members: count("members"),
    surveys: count("surveys"),
    answers: count("answers"),
    applications: count("applications"),
    thirdPartyAccounts: count("thirdPartyAccounts"),
  };
}

/** A team about to be deleted, and by whom. */
export interface TeamDeletion {
  readonly teamId: number;
  readonly actor: Actor & { readonly userId: number };
}

/**
 * Deletes a team with everything that belongs to it. The locks of the team and of its applications have to be held.
 *
 * @returns false when the user is none of its creators
 */
export async function deleteTeam(
  transaction: StoreQueries,
  { teamId, actor }: TeamDeletion,
): Promise<boolean> {
  const team = await findTeamForUser(transaction, { teamId, userId: actor.userId });
  if (team?.role !== teamRoles.creator) return false;
  const counts = await countTeam(transaction, teamId);
  await revokeIssued(transaction, { of: "team", id: teamId });
  await removeTeam(transaction, teamId);
  const target = { kind: "team", name: String(teamId) } as const;
  await recordAudit(transaction, {
    actor,
    action: "team.deleted",
    target,
    before: { name: team.name, ...counts },
  });
  return true;
}
deleteTeam.locks =
  ({ teamId }: TeamDeletion) =>
  async (reader: StoreQueries) => [
    teamLock(teamId),
    ...(await listAppidsOf(reader, teamId)).map(applicationLock),
  ];

/** The appids of a team's applications. */
export async function listAppidsOf({ kysely }: StoreQueries, ownerId: number): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom("applications")
    .select("appid")
    .where("owner_id", "=", ownerId)
    .execute();
  return rows.map(({ appid }) => appid);
}

/** Finds the id of a team by its name. */
export async function findTeamId({ kysely }: StoreQueries, name: string): Promise<number | undefined> {
  if (!isStorable(name)) return undefined;
  const row = await kysely.selectFrom("teams").select("id").where("name", "=", name).executeTakeFirst();
  return row?.id;
}
