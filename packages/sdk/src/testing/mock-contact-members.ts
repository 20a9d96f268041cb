import { contactsOrg, groupIn, placedGroups, type PlacedGroup } from "./mock-contact-groups.ts";
import { idIn, idsIn, textIn } from "./mock-body-fields.ts";
import { mockTeamOf } from "./mock-account-calls.ts";
import { listMockMembers, mockLooksOf, mockRoles } from "./mock-org-calls.ts";
import { MockRefusal } from "./mock-refusal.ts";
import { mockIdOf, type MockRoute } from "./mock-route.ts";
import type { MockOrg } from "./mock-world.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

const teamPath = "/api/contacts/teams/*";
const memberPath = `${teamPath}/groups/*/users/*`;

/** The calls about the members of a team and of its groups. */
export const contactMemberRoutes: readonly MockRoute[] = [
  { method: "GET", path: `${teamPath}/users`, handle: (request, [id = ""]) => list(request, id) },
  {
    method: "GET",
    path: `${teamPath}/groups/*/users`,
    handle: (request, [id = "", group = ""]) => list(request, id, group),
  },
  { method: "POST", path: memberPath, handle: add },
  { method: "POST", path: `${teamPath}/users/*`, handle: update },
  { method: "DELETE", path: memberPath, handle: remove },
];

function list(request: WriteRequest, part: string, groupPart?: string) {
  const org = contactsOrg(request, part);
  const groups = placedGroups(org, request);
  const group = groupPart === undefined ? undefined : groupIn(groups, mockIdOf(groupPart, "group_id"));
  const isIn = (userId: number) => {
    const own = groupsOf(request, groups, userId);
    return group === undefined || (group.level === 0 ? own.length === 0 : own.includes(group));
  };
  const { total, list: members } = listMockMembers(
    request,
    org.members.filter(({ userId }) => isIn(userId)),
  );
  return { total, list: members.map((member) => show(request, groups, member)) };
}

/** The groups that a member is in, beside the one that stands for the team. */
function groupsOf({ world }: WriteRequest, groups: readonly PlacedGroup[], userId: number) {
  const ids = new Set(world.memberships.filter((one) => one.userId === userId).map(({ groupId }) => groupId));
  return groups.filter(({ id }) => ids.has(id));
}

function show(
  request: WriteRequest,
  groups: readonly PlacedGroup[],
  { userId, role }: MockOrg["members"][number],
) {
  const group = groupsOf(request, groups, userId)[0] ?? groupIn(groups, 0);
  return {
    user_id: userId,
    respondent_id: userId,
    respon_id: userId,
    ...mockLooksOf(request.world, userId),
    role,
    group_full_name: group.fullName,
    group_id: group.id,
    is_org_available: true,
    is_org_creator: role === mockRoles.creator,
  };
}

function add(request: WriteRequest, [teamPart = "", groupPart = "", userPart = ""]: readonly string[]) {
  const org = contactsOrg(request, teamPart);
  const place = { groupId: mockIdOf(groupPart, "group_id"), userId: mockIdOf(userPart, "user_id") };
  // Some clients send the same call without a body to add a user and to take one out.
  return !request.hasBody && isThere(request, org, place)
    ? leave(request, org, place)
    : join(request, org, place);
}

function isThere(request: WriteRequest, org: MockOrg, { groupId, userId }: Place): boolean {
  const groups = placedGroups(org, request);
  const group = groupIn(groups, groupId);
  const isMember = org.members.some((member) => member.userId === userId);
  return isMember && (group.level === 0 || groupsOf(request, groups, userId).includes(group));
}

function join(request: WriteRequest, org: MockOrg, { groupId, userId }: Place) {
  const { world } = request;
  const role = roleIn(request);
  refuseOtherOpenid(request, userId);
  const group = groupIn(placedGroups(org, request), groupId);
  const wasThere = isThere(request, org, { groupId, userId });
  if (wasThere && role === undefined) throw new MockRefusal("contacts_user_existed");
  ensureMember(request, org, { userId, role });
  if (!wasThere && group.level > 0) world.memberships = [...world.memberships, { groupId: group.id, userId }];
  return {};
}

function update(request: WriteRequest, [teamPart = "", userPart = ""]: readonly string[]) {
  const { world, fields } = request;
  const org = contactsOrg(request, teamPart);
  const userId = mockIdOf(userPart, "user_id");
  const role = roleIn(request);
  refuseOtherOpenid(request, userId);
  const groups = placedGroups(org, request);
  const chosen = fields["group_ids"] === undefined ? undefined : idsIn(fields, "group_ids");
  const wanted = chosen?.map((id) => groupIn(groups, id)).filter(({ level }) => level > 0);
  ensureMember(request, org, { userId, role });
  if (wanted !== undefined) {
    const own = new Set(groups.map(({ id }) => id));
    const others = world.memberships.filter((one) => one.userId !== userId || !own.has(one.groupId));
    world.memberships = [...others, ...[...new Set(wanted)].map(({ id }) => ({ groupId: id, userId }))];
  }
  changeLooks(request, userId);
  return {};
}

function changeLooks(request: WriteRequest, userId: number): void {
  const { world, fields } = request;
  const nickname = textIn(fields, "nickname", { least: 1, most: 64 });
  const avatar = textIn(fields, "avatar", { most: 255 });
  if (nickname === undefined && avatar === undefined) return;
  const account = ownAccount(request, userId);
  if (account === undefined) throw new MockRefusal("claim_error");
  const looks = { nickname: nickname ?? account.nickname, avatar: avatar ?? account.avatar };
  world.accounts[world.accounts.indexOf(account)] = { ...account, ...looks };
}

function remove(request: WriteRequest, [teamPart = "", groupPart = "", userPart = ""]: readonly string[]) {
  const org = contactsOrg(request, teamPart);
  const [groupId, userId] = [mockIdOf(groupPart, "group_id"), mockIdOf(userPart, "user_id")];
  return leave(request, org, { groupId, userId });
}

interface Place {
  readonly groupId: number;
  readonly userId: number;
}

function leave(request: WriteRequest, org: MockOrg, { groupId, userId }: Place) {
  const { world } = request;
  const groups = placedGroups(org, request);
  const group = groupIn(groups, groupId);
  const member = org.members.find((one) => one.userId === userId);
  const own = groupsOf(request, groups, userId);
  if (member === undefined || (group.level > 0 && !own.includes(group)))
    throw new MockRefusal("contacts_user_not_found");
  refuseRole(request, { userId, role: member.role });
  const leavesTeam = group.level === 0 || own.length === 1;
  const left = new Set((leavesTeam ? own : [group]).map(({ id }) => id));
  world.memberships = world.memberships.filter((one) => one.userId !== userId || !left.has(one.groupId));
  if (leavesTeam)
    replaceMembers(
      request,
      org,
      org.members.filter((one) => one !== member),
    );
  return {};
}

function ownAccount(request: WriteRequest, userId: number) {
  const { appid } = mockTeamOf(request);
  return request.world.accounts.find((one) => one.appid === appid && one.user_id === userId);
}

function refuseOtherOpenid(request: WriteRequest, userId: number): void {
  const { fields } = request;
  const openid = textIn(fields, fields["openid"] === undefined ? "open_id" : "openid", { most: 128 }) ?? "";
  if (openid !== "" && ownAccount(request, userId)?.openid !== openid)
    throw new MockRefusal("contacts_user_not_found");
}

interface GivenRole {
  readonly userId: number;
  readonly role: number | undefined;
}

function ensureMember(request: WriteRequest, org: MockOrg, { userId, role }: GivenRole): void {
  const member = org.members.find((one) => one.userId === userId);
  if (member === undefined && ownAccount(request, userId) === undefined)
    throw new MockRefusal("contacts_user_not_found");
  refuseRole(request, { userId, role: member?.role });
  refuseRole(request, { userId, role });
  const others = org.members.filter((one) => one !== member);
  replaceMembers(request, org, [...others, { userId, role: role ?? member?.role ?? mockRoles.member }]);
}

/** An application acts as a team administrator: creators and other administrators are out of its reach. */
function refuseRole(request: WriteRequest, { userId, role }: GivenRole): void {
  const isOwn = ownAccount(request, userId) !== undefined;
  if (role === mockRoles.creator || (role === mockRoles.teamAdmin && !isOwn))
    throw new MockRefusal("claim_error");
}

function replaceMembers({ world }: WriteRequest, org: MockOrg, members: MockOrg["members"]): void {
  const at = world.orgs.findIndex(({ id }) => id === org.id);
  world.orgs[at] = { ...org, members };
}

function roleIn({ fields }: WriteRequest): number | undefined {
  if (fields["role"] === undefined) return undefined;
  const role = idIn(fields, "role");
  if (role < mockRoles.teamAdmin || role > mockRoles.member)
    throw new MockRefusal("invalid_argument", { parameter: "role" });
  return role;
}
