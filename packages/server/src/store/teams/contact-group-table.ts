import { rowsOf } from "@survey-open-platform/database";
import { PlatformError } from "../../errors.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";

/** Most groups of a team. */
export const groupsPerTeam = 1000;
/** Most levels of groups below the team. */
export const groupLevels = 10;

/** A group of a team's contacts. Times are ms UTC. */
export interface ContactGroup {
  readonly id: number;
  readonly teamId: number;
  /** 0 for the group that stands for the team. */
  readonly parentId: number;
  readonly name: string;
  /** The names from the team down, with `/` between them. */
  readonly fullName: string;
  /** 0 for the group that stands for the team. */
  readonly level: number;
  /** "" when the application did not say. */
  readonly remoteId: string;
  readonly order: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const groupsOfTeam = prepare<{ readonly teamId: number }>()((db, param) =>
  db
    .selectFrom("contact_groups as g")
    .innerJoin("teams as t", "t.id", "g.team_id")
    .select(["g.id", "g.team_id as teamId", "g.parent_id as parentId", "g.name", "t.name as teamName"])
    .select(["g.remote_id as remoteId", "g.position as order"])
    .select(["g.created_at as createdAt", "g.updated_at as updatedAt"])
    .where("g.team_id", "=", param("teamId"))
    .orderBy("g.position")
    .orderBy("g.id"),
);

interface GroupRow extends Omit<ContactGroup, "parentId" | "remoteId" | "fullName" | "level"> {
  readonly parentId: number | null;
  readonly remoteId: string | null;
  readonly teamName: string;
}

/** The groups of a team: each after its parent, and in their order. */
export function* listGroups(teamId: number): StoreSteps<readonly ContactGroup[]> {
  return arranged(yield* rowsOf(groupsOfTeam, { teamId }));
}

function arranged(rows: readonly GroupRow[]): readonly ContactGroup[] {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId);
  const arrange = (row: GroupRow, parent: ContactGroup | undefined): readonly ContactGroup[] => {
    const group = groupFrom(row, parent);
    return [group, ...(childrenOf.get(row.id) ?? []).flatMap((child) => arrange(child, group))];
  };
  return (childrenOf.get(null) ?? []).flatMap((root) => arrange(root, undefined));
}

function groupFrom({ teamName, ...row }: GroupRow, parent: ContactGroup | undefined): ContactGroup {
  const name = parent === undefined ? teamName : row.name;
  return {
    ...row,
    name,
    parentId: row.parentId ?? 0,
    remoteId: row.remoteId ?? "",
    fullName: parent === undefined ? name : `${parent.fullName}/${name}`,
    level: parent === undefined ? 0 : parent.level + 1,
  };
}

/** The groups of a team in a transaction that may change them: others that may do so wait. */
export async function lockGroups(
  transaction: StoreQueries,
  teamId: number,
): Promise<readonly ContactGroup[]> {
  // A row that is written, even as it was, is locked until the transaction ends.
  await transaction.kysely
    .updateTable("teams")
    .set((eb) => ({ plan: eb.ref("plan") }))
    .where("id", "=", teamId)
    .execute();
  return arranged(await transaction.run(groupsOfTeam, { teamId }));
}

/** Finds a group; 0 names the one that stands for the team. */
export function groupNamed(groups: readonly ContactGroup[], id: number): ContactGroup | undefined {
  return groups.find((group) => (id === 0 ? group.level === 0 : group.id === id));
}

/** What an application says about a group. */
export interface GroupFields {
  readonly name: string;
  /** 0 for the team itself. */
  readonly parentId: number;
  readonly order: number;
  readonly remoteId: string;
}

type OptionalFields = { readonly [Name in keyof GroupFields]?: GroupFields[Name] | undefined };

/** A group about to be created; what is left out has a default. */
export interface NewGroup extends OptionalFields {
  readonly teamId: number;
  readonly name: string;
  readonly actor: Actor;
}

/** Creates a group. @returns it, or why it cannot be created */
export async function createGroup(
  transaction: StoreQueries,
  { teamId, name, parentId = 0, order = 0, remoteId = "", actor }: NewGroup,
): Promise<{ readonly id: number } | PlatformError> {
  const groups = await lockGroups(transaction, teamId);
  const parent = groupNamed(groups, parentId);
  if (parent === undefined) return new PlatformError("parent_group_not_found");
  if (parent.level + 1 > groupLevels) return new PlatformError("group_too_deep");
  if (isTaken(groups, remoteId)) return new PlatformError("duplicated_remote_id");
  if (groups.length > groupsPerTeam) return new PlatformError("resource_exhausted");
  const { id } = await transaction.kysely
    .insertInto("contact_groups")
    .values({
      team_id: teamId,
      parent_id: parent.id,
      name,
      remote_id: remoteId === "" ? null : remoteId,
      position: order,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await record(transaction, { teamId, actor, action: "contacts.group_created", group: { id, name } });
  return { id };
}

function isTaken(groups: readonly ContactGroup[], remoteId: string, byOtherThan?: number): boolean {
  return remoteId !== "" && groups.some((group) => group.remoteId === remoteId && group.id !== byOtherThan);
}

/** A group about to be changed; what is undefined stays as it is. */
export interface GroupChange extends OptionalFields {
  readonly teamId: number;
  readonly groupId: number;
  readonly actor: Actor;
}

/** Changes a group. @returns why it cannot be changed; undefined when it was */
export async function changeGroup(
  transaction: StoreQueries,
  change: GroupChange,
): Promise<PlatformError | undefined> {
  const groups = await lockGroups(transaction, change.teamId);
  const group = groupNamed(groups, change.groupId);
  if (group === undefined) return new PlatformError("contacts_group_not_found");
  if (group.level === 0) return new PlatformError("default_group_be_modified");
  if (isTaken(groups, change.remoteId ?? "", group.id)) return new PlatformError("duplicated_remote_id");
  const parent = groupNamed(groups, change.parentId ?? group.parentId);
  const problem = placeProblem(groups, group, parent);
  if (problem !== undefined) return problem;
  await transaction.kysely
    .updateTable("contact_groups")
    .set({
      parent_id: parent?.id,
      name: change.name,
      position: change.order,
      remote_id: change.remoteId === "" ? null : change.remoteId,
      updated_at: nowMs,
    })
    .where("id", "=", group.id)
    .execute();
  await record(transaction, {
    ...change,
    action: "contacts.group_changed",
    group: { id: group.id, name: change.name ?? group.name },
  });
  return undefined;
}

/** Why a group cannot be moved below another one. */
function placeProblem(
  groups: readonly ContactGroup[],
  group: ContactGroup,
  parent: ContactGroup | undefined,
): PlatformError | undefined {
  const moved = withDescendants(groups, group);
  // Below itself a group would not be reachable from its team.
  if (parent === undefined || moved.includes(parent)) return new PlatformError("parent_group_not_found");
  const deepest = Math.max(...moved.map(({ level }) => level)) - group.level;
  return parent.level + 1 + deepest > groupLevels ? new PlatformError("group_too_deep") : undefined;
}

/** A group and all below it; the list has each after its parent. */
function withDescendants(groups: readonly ContactGroup[], group: ContactGroup): readonly ContactGroup[] {
  const found = new Set([group.id]);
  for (const { id, parentId } of groups) if (found.has(parentId)) found.add(id);
  return groups.filter(({ id }) => found.has(id));
}

/** Groups about to be deleted. */
export interface GroupDeletion {
  readonly teamId: number;
  readonly groupIds: readonly number[];
  readonly actor: Actor;
}

/**
 * Deletes groups with all below them. Their members stay members of the team.
 *
 * @returns why nothing was deleted; undefined when all were
 */
export async function deleteGroups(
  transaction: StoreQueries,
  { teamId, groupIds, actor }: GroupDeletion,
): Promise<PlatformError | undefined> {
  const groups = await lockGroups(transaction, teamId);
  const found = groupIds.map((id) => groupNamed(groups, id));
  if (found.includes(undefined)) return new PlatformError("contacts_group_not_found");
  const chosen = found.filter((group) => group !== undefined);
  if (chosen.some(({ level }) => level === 0)) return new PlatformError("default_group_be_modified");
  await transaction.kysely.deleteFrom("contact_groups").where("id", "in", groupIds).execute();
  for (const group of chosen)
    await record(transaction, { teamId, actor, action: "contacts.group_deleted", group });
  return undefined;
}

async function record(
  transaction: StoreQueries,
  {
    teamId,
    actor,
    action,
    group,
  }: {
    readonly teamId: number;
    readonly actor: Actor;
    readonly action: string;
    readonly group: { readonly id: number; readonly name: string };
  },
): Promise<void> {
  const target = { kind: "team", name: String(teamId) } as const;
  await recordAudit(transaction, { actor, action, target, after: { group: group.id, name: group.name } });
}
