import { mockTeamOf } from "./mock-account-calls.ts";
import { identifierIn, idIn, idsIn, nameIn } from "./mock-body-fields.ts";
import { listIn, readMockParameters, type ParameterRules } from "./mock-parameters.ts";
import { findMockOrg, nextGroupId } from "./mock-org-calls.ts";
import { MockRefusal } from "./mock-refusal.ts";
import { mockIdOf, type MockRoute } from "./mock-route.ts";
import type { MockContactGroup, MockOrg } from "./mock-world.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

const groupsPath = "/api/contacts/teams/*/groups";
const mostLevels = 10;
const mostGroups = 1000;

/** The calls about the groups of a team's contacts. */
export const contactGroupRoutes: readonly MockRoute[] = [
  {
    method: "GET",
    path: groupsPath,
    handle: (request, [id = ""]) => list(contactsOrg(request, id), request),
  },
  {
    method: "POST",
    path: groupsPath,
    handle: (request, [id = ""]) => create(contactsOrg(request, id), request),
  },
  {
    method: "POST",
    path: `${groupsPath}/batch_delete`,
    handle: (request, [id = ""]) => remove(contactsOrg(request, id), request),
  },
  {
    method: "POST",
    path: `${groupsPath}/*`,
    handle: (request, [id = "", group = ""]) => change(contactsOrg(request, id), request, group),
  },
];

/** The team whose contacts a path names. @throws MockRefusal */
export function contactsOrg(request: WriteRequest, part: string): MockOrg {
  const team = mockTeamOf(request);
  return findMockOrg(request.world, team, {
    id: mockIdOf(part, "team_id"),
    refusal: "contacts_team_not_found",
  });
}

/** A group with its place below the team. */
export interface PlacedGroup extends MockContactGroup {
  readonly level: number;
  readonly fullName: string;
}

/** The groups of a team, each after the one above it; the first stands for the team. */
export function placedGroups(org: MockOrg, { world }: WriteRequest): readonly PlacedGroup[] {
  const below = (parent: PlacedGroup): readonly PlacedGroup[] => {
    const children = world.contactGroups
      .filter((group) => group.parentId === parent.id)
      .toSorted((one, other) => one.order - other.order || one.id - other.id)
      .map((group) => ({ ...group, level: parent.level + 1, fullName: `${parent.fullName}/${group.name}` }));
    return [parent, ...children.flatMap(below)];
  };
  const root = world.contactGroups.find((group) => group.teamId === org.id && group.parentId === 0);
  return root === undefined ? [] : below({ ...root, level: 0, fullName: org.name });
}

/** A group of a list; 0 names the one that stands for the team. @throws MockRefusal of `refusal` */
export function groupIn(
  groups: readonly PlacedGroup[],
  id: number,
  refusal: "contacts_group_not_found" | "parent_group_not_found" = "contacts_group_not_found",
): PlacedGroup {
  const found = groups.find((group) => (id === 0 ? group.level === 0 : group.id === id));
  if (found === undefined) throw new MockRefusal(refusal);
  return found;
}

const listRules: ParameterRules = {
  parent_id: { integer: { least: 0, most: Number.MAX_SAFE_INTEGER } },
  page: { integer: { least: 1, most: 1_000_000_000 } },
  per_page: { integer: { least: 1, most: mostGroups + 1 } },
};

function list(org: MockOrg, request: WriteRequest) {
  const values = readMockParameters(listRules, request.query);
  const [page, perPage] = [Number(values["page"] ?? 1), Number(values["per_page"] ?? mostGroups + 1)];
  const groups = narrowed(placedGroups(org, request), values["parent_id"], remoteIdsIn(request.query));
  return {
    total: groups.length,
    list: groups.slice((page - 1) * perPage, page * perPage).map(show),
  };
}

function narrowed(
  groups: readonly PlacedGroup[],
  parentId: string | undefined,
  remoteIds: readonly string[] | undefined,
): readonly PlacedGroup[] {
  const parent =
    parentId === undefined ? undefined : groupIn(groups, Number(parentId), "parent_group_not_found");
  return groups.filter(
    (group) =>
      (parent === undefined || group.parentId === parent.id) &&
      (remoteIds === undefined || remoteIds.includes(group.remoteId)),
  );
}

function remoteIdsIn(query: string): readonly string[] | undefined {
  const sent = listIn(query, "remote_ids");
  if (sent?.some((id) => id === "" || id.length > 128) === true)
    throw new MockRefusal("invalid_argument", { parameter: "remote_ids" });
  return sent;
}

function show({ id, teamId, parentId, name, fullName, order, remoteId, createdAt, updatedAt }: PlacedGroup) {
  return {
    id,
    team_id: teamId,
    parent_id: parentId,
    source: 1,
    remote_id: remoteId,
    remoteId,
    name,
    full_name: fullName,
    order,
    is_valid: true,
    created_at: rfc3339(createdAt),
    updated_at: rfc3339(updatedAt),
  };
}

function rfc3339(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function fieldsIn(fields: WriteRequest["fields"]) {
  return {
    name: nameIn(fields, "name", { most: 100 }),
    parentId: fields["parent_id"] === undefined ? undefined : idIn(fields, "parent_id"),
    order: fields["order"] === undefined ? undefined : idIn(fields, "order"),
    remoteId: identifierIn(fields, "remote_id") ?? identifierIn(fields, "remoteId"),
  };
}

function create(org: MockOrg, request: WriteRequest) {
  const { world, now } = request;
  const { name, parentId = 0, order = 0, remoteId = "" } = fieldsIn(request.fields);
  if (name === undefined) throw new MockRefusal("invalid_argument", { parameter: "name" });
  const groups = placedGroups(org, request);
  const parent = groupIn(groups, parentId, "parent_group_not_found");
  if (parent.level >= mostLevels) throw new MockRefusal("group_too_deep");
  refuseTaken(groups, remoteId);
  if (groups.length > mostGroups) throw new MockRefusal("resource_exhausted");
  const id = nextGroupId(world);
  const times = { createdAt: now(), updatedAt: now() };
  const group = { id, teamId: org.id, parentId: parent.id, name, order, remoteId, ...times };
  world.contactGroups = [...world.contactGroups, group];
  return { group_id: id, name };
}

function refuseTaken(groups: readonly PlacedGroup[], remoteId: string, byOtherThan?: number): void {
  if (remoteId !== "" && groups.some((group) => group.remoteId === remoteId && group.id !== byOtherThan))
    throw new MockRefusal("duplicated_remote_id");
}

function change(org: MockOrg, request: WriteRequest, part: string) {
  const { world, now } = request;
  const groupId = mockIdOf(part, "group_id");
  const { name, parentId, order, remoteId } = fieldsIn(request.fields);
  const groups = placedGroups(org, request);
  const group = groupIn(groups, groupId);
  if (group.level === 0) throw new MockRefusal("default_group_be_modified");
  refuseTaken(groups, remoteId ?? "", group.id);
  const parent = groupIn(groups, parentId ?? group.parentId, "parent_group_not_found");
  refusePlace(groups, group, parent);
  const changed = {
    parentId: parent.id,
    name: name ?? group.name,
    order: order ?? group.order,
    remoteId: remoteId ?? group.remoteId,
    updatedAt: now(),
  };
  world.contactGroups = world.contactGroups.map((one) =>
    one.id === group.id ? { ...one, ...changed } : one,
  );
  return {};
}

function refusePlace(groups: readonly PlacedGroup[], group: PlacedGroup, parent: PlacedGroup): void {
  const moved = withDescendants(groups, group);
  if (moved.includes(parent)) throw new MockRefusal("parent_group_not_found");
  const deepest = Math.max(...moved.map(({ level }) => level)) - group.level;
  if (parent.level + 1 + deepest > mostLevels) throw new MockRefusal("group_too_deep");
}

function withDescendants(groups: readonly PlacedGroup[], group: PlacedGroup): readonly PlacedGroup[] {
  const found = new Set([group.id]);
  for (const { id, parentId } of groups) if (found.has(parentId)) found.add(id);
  return groups.filter(({ id }) => found.has(id));
}

function remove(org: MockOrg, request: WriteRequest) {
  const { world } = request;
  const ids = idsIn(request.fields, "group_ids");
  if (ids.length === 0 || ids.length > 100)
    throw new MockRefusal("invalid_argument", { parameter: "group_ids" });
  const groups = placedGroups(org, request);
  const chosen = ids.map((id) => groupIn(groups, id));
  if (chosen.some(({ level }) => level === 0)) throw new MockRefusal("default_group_be_modified");
  const gone = new Set(chosen.flatMap((group) => withDescendants(groups, group)).map(({ id }) => id));
  world.contactGroups = world.contactGroups.filter(({ id }) => !gone.has(id));
  world.memberships = world.memberships.filter(({ groupId }) => !gone.has(groupId));
  return {};
}
