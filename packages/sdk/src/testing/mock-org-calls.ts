import { mockTeamOf, nextUserId } from "./mock-account-calls.ts";
import { idIn, textIn } from "./mock-body-fields.ts";
import { listIn, readMockParameters, type ParameterRules } from "./mock-parameters.ts";
import { MockRefusal } from "./mock-refusal.ts";
import { mockIdOf, type MockRoute } from "./mock-route.ts";
import { timeText } from "./mock-survey-data.ts";
import type {
  MockApplication,
  MockContactGroup,
  MockOrg,
  MockState,
  MockTeamApplication,
} from "./mock-world.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

const mostOrgsOfUser = 5;
/** Roles in a team. */
export const mockRoles = { creator: 0, teamAdmin: 2, member: 4 };

/** The calls about teams. */
export const orgRoutes: readonly MockRoute[] = [
  { method: "POST", path: "/api/orgs", handle: create },
  { method: "GET", path: "/api/orgs/*", handle: (request, [id = ""]) => show(find(request, id), request) },
  { method: "GET", path: "/api/orgs/*/users", handle: (request, [id = ""]) => listUsers(request, id) },
  {
    method: "GET",
    path: "/api/orgs/*/projects",
    handle: (request, [id = ""]) => projectOf(find(request, id)),
  },
];

/** The teams that a mock platform has from the start: one for each application of a team. */
export function mockOrgs(applications: readonly MockApplication[], createdAt: number): MockOrg[] {
  return applications
    .filter((application) => application.kind === "team")
    .map(({ teamId, memberIds = [] }) => ({
      id: teamId,
      name: `Team ${teamId}`,
      createdAt,
      members: memberIds.map((userId, at) => ({
        userId,
        role: at === 0 ? mockRoles.creator : mockRoles.member,
      })),
    }));
}

function create(request: WriteRequest) {
  const { world, fields, now } = request;
  const { appid } = mockTeamOf(request);
  const name = textIn(fields, "name", { least: 1, most: 100 });
  if (name === undefined || name.trim() !== name)
    throw new MockRefusal("invalid_argument", { parameter: "name" });
  const userId = idIn(fields, "user_id");
  if (!world.accounts.some((account) => account.appid === appid && account.user_id === userId))
    throw new MockRefusal("claim_error");
  if (world.orgs.filter((org) => creatorOf(org) === userId).length >= mostOrgsOfUser)
    throw new MockRefusal("org_resource_exhausted");
  if (world.orgs.some((org) => org.name === name)) throw new MockRefusal("org_create_error");
  const id = nextUserId(world);
  const group = mockRootGroup({ id, name, createdAt: now() }, nextGroupId(world));
  world.contactGroups = [...world.contactGroups, group];
  world.orgs.push({ id, name, appid, createdAt: now(), members: [{ userId, role: mockRoles.creator }] });
  return { org_id: id, team_id: id };
}

function creatorOf({ members }: MockOrg): number {
  return members.find(({ role }) => role === mockRoles.creator)?.userId ?? 0;
}

function find(request: WriteRequest, part: string): MockOrg {
  const team = mockTeamOf(request);
  return findMockOrg(request.world, team, { id: mockIdOf(part, "id"), refusal: "claim_error" });
}

/** A team within the reach of an application. @throws MockRefusal of `refusal` */
export function findMockOrg(
  { orgs }: MockState,
  { teamId, appid }: MockTeamApplication,
  { id, refusal }: { readonly id: number; readonly refusal: "claim_error" | "contacts_team_not_found" },
): MockOrg {
  const found = orgs.find((org) => org.id === id && (id === teamId || org.appid === appid));
  if (found === undefined) throw new MockRefusal(refusal);
  return found;
}

/** The group that stands for a team. */
export function mockRootGroup(
  { id, name, createdAt }: Pick<MockOrg, "id" | "name" | "createdAt">,
  groupId: number,
): MockContactGroup {
  const rest = { order: 0, remoteId: "", createdAt, updatedAt: createdAt };
  return { id: groupId, teamId: id, parentId: 0, name, ...rest };
}

/** Groups are numbered from 1 on each platform. */
export function nextGroupId({ contactGroups }: MockState): number {
  return Math.max(0, ...contactGroups.map(({ id }) => id)) + 1;
}

/** Name and picture of a user or account. */
export function mockLooksOf({ users, accounts }: MockState, userId: number) {
  const { nickname, avatar = "" } = users.find(({ id }) => id === userId) ??
    accounts.find((account) => account.user_id === userId) ?? { nickname: "" };
  return { name: nickname, avatar };
}

function show(org: MockOrg, { world }: WriteRequest) {
  const { id, name } = org;
  const creatorId = creatorOf(org);
  const creator = mockLooksOf(world, creatorId);
  return {
    id,
    name,
    phone: "",
    current_user_role: mockRoles.teamAdmin,
    creator_id: creatorId,
    creator_name: creator.name,
    creator_avatar_url: creator.avatar,
    team_id: id,
  };
}

const pageRules: ParameterRules = {
  page: { integer: { least: 1, most: 1_000_000_000 } },
  per_page: { integer: { least: 1, most: 100 } },
};

function listUsers(request: WriteRequest, part: string) {
  mockTeamOf(request);
  const { total, list } = listMockMembers(request, find(request, part).members);
  const shown = list.map(({ userId, role }) => ({
    user_id: userId,
    ...mockLooksOf(request.world, userId),
    role,
  }));
  return { total, list: shown };
}

/** The page of members that a query asks for, ascending by id. */
export function listMockMembers({ query }: WriteRequest, members: MockOrg["members"]) {
  const values = readMockParameters(pageRules, query);
  const wanted = rolesIn(query);
  const found = members
    .filter(({ role }) => wanted.length === 0 || wanted.includes(role))
    .toSorted((one, other) => one.userId - other.userId);
  const [page, perPage] = [Number(values["page"] ?? 1), Number(values["per_page"] ?? 20)];
  return { total: found.length, list: found.slice((page - 1) * perPage, page * perPage) };
}

function rolesIn(query: string): readonly number[] {
  const sent = listIn(query, "roles") ?? [];
  if (sent.some((role) => !/^\d$/.test(role)))
    throw new MockRefusal("invalid_argument", { parameter: "roles" });
  return sent.map(Number);
}

function projectOf(org: MockOrg) {
  const { id, name, createdAt } = org;
  const at = timeText(createdAt);
  const fixed = { type: 1, level: 0, user_id: creatorOf(org), owner_user_id: id };
  return { total: 1, list: [{ id, ...fixed, name, status: 1, created_at: at, updated_at: at }] };
}
