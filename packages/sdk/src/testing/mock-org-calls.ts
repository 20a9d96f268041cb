import { mockTeamOf, nextUserId } from "./mock-account-calls.ts";
import { idIn, textIn } from "./mock-body-fields.ts";
import { readMockParameters, type ParameterRules } from "./mock-parameters.ts";
import { MockRefusal } from "./mock-refusal.ts";
import { mockIdOf, type MockRoute } from "./mock-route.ts";
import { timeText } from "./mock-survey-data.ts";
import type { MockApplication, MockOrg, MockState } from "./mock-world.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

const mostOrgsOfUser = 5;
const roles = { creator: 0, teamAdmin: 2, member: 4 };

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
      members: memberIds.map((userId, at) => ({ userId, role: at === 0 ? roles.creator : roles.member })),
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
  world.orgs.push({ id, name, appid, createdAt: now(), members: [{ userId, role: roles.creator }] });
  return { org_id: id, team_id: id };
}

function creatorOf({ members }: MockOrg): number {
  return members.find(({ role }) => role === roles.creator)?.userId ?? 0;
}

function find(request: WriteRequest, part: string): MockOrg {
  const team = mockTeamOf(request);
  const id = mockIdOf(part, "id");
  const isReached = (org: MockOrg) => org.id === team.teamId || org.appid === team.appid;
  const found = request.world.orgs.find((org) => org.id === id && isReached(org));
  if (found === undefined) throw new MockRefusal("claim_error");
  return found;
}

function looksOf({ users, accounts }: MockState, userId: number) {
  const { nickname, avatar = "" } = users.find(({ id }) => id === userId) ??
    accounts.find((account) => account.user_id === userId) ?? { nickname: "" };
  return { name: nickname, avatar };
}

function show(org: MockOrg, { world }: WriteRequest) {
  const { id, name } = org;
  const creatorId = creatorOf(org);
  const creator = looksOf(world, creatorId);
  return {
    id,
    name,
    phone: "",
    current_user_role: roles.teamAdmin,
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
  const values = readMockParameters(pageRules, request.query);
  const wanted = rolesIn(request.query);
  const members = find(request, part)
    .members.filter(({ role }) => wanted.length === 0 || wanted.includes(role))
    .toSorted((one, other) => one.userId - other.userId);
  const [page, perPage] = [Number(values["page"] ?? 1), Number(values["per_page"] ?? 20)];
  const shown = members.slice((page - 1) * perPage, page * perPage);
  const list = shown.map(({ userId, role }) => ({
    user_id: userId,
    ...looksOf(request.world, userId),
    role,
  }));
  return { total: members.length, list };
}

function rolesIn(query: string): readonly number[] {
  const sent = [...new URLSearchParams(query)].filter(([name]) => /^roles(\[\d*\])?$/.test(name));
  if (sent.some(([, role]) => !/^\d$/.test(role)))
    throw new MockRefusal("invalid_argument", { parameter: "roles" });
  return sent.map(([, role]) => Number(role));
}

function projectOf(org: MockOrg) {
  const { id, name, createdAt } = org;
  const at = timeText(createdAt);
  const fixed = { type: 1, level: 0, user_id: creatorOf(org), owner_user_id: id };
  return { total: 1, list: [{ id, ...fixed, name, status: 1, created_at: at, updated_at: at }] };
}
