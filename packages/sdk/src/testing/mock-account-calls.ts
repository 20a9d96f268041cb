import { identifierIn, idIn, nameIn, textIn } from "./mock-body-fields.ts";
import { authenticateMock, type DataRequest } from "./mock-data-calls.ts";
import { MockRefusal } from "./mock-refusal.ts";
import type { MockRoute } from "./mock-route.ts";
import type { MockAccount, MockState, MockTeamApplication } from "./mock-world.ts";
import type { WriteRequest } from "./mock-write-calls.ts";

/** The calls about accounts. A mock platform has no pages, so that no browser is signed in. */
export const accountRoutes: readonly MockRoute[] = [
  { method: "POST", path: "/api/sso/users", handle: register },
  { method: "GET", path: "/api/sso/users/*", handle: (request, [part = ""]) => show(find(request, part)) },
  { method: "POST", path: "/api/sso/users/*", handle: (request, [part = ""]) => change(request, part) },
  { method: "POST", path: "/api/sso/code", handle: issueCode },
];

/** The application of a team token. @throws MockRefusal `claim_error` for a user's token */
export function mockTeamOf(request: DataRequest): MockTeamApplication {
  const principal = authenticateMock(request);
  if (principal.mode !== "team") throw new MockRefusal("claim_error");
  return principal.team;
}

function register(request: WriteRequest) {
  const { world, fields } = request;
  const { appid } = mockTeamOf(request);
  const openid = identifierIn(fields, fields["openid"] === undefined ? "open_id" : "openid");
  if (openid === undefined || openid === "")
    throw new MockRefusal("invalid_argument", { parameter: "openid" });
  const { nickname = openid, avatar = "" } = looksIn(fields);
  if (nickname === "") throw new MockRefusal("invalid_argument", { parameter: "nickname" });
  if (world.accounts.some((account) => account.appid === appid && account.openid === openid))
    throw new MockRefusal("openid_existed");
  const id = nextUserId(world);
  world.accounts.push({ appid, user_id: id, respondent_id: id, openid, nickname, avatar });
  return { user_id: id, respondent_id: id };
}

/** Users, accounts and teams have ids of one kind. */
export function nextUserId({ users, accounts, orgs }: MockState): number {
  const taken = [...users, ...orgs].map(({ id }) => id);
  return Math.max(0, ...taken, ...accounts.map((account) => account.user_id)) + 1;
}

function looksIn(fields: WriteRequest["fields"]) {
  const avatar = textIn(fields, "avatar", { most: 255 });
  if (avatar !== undefined && avatar !== "" && !/^https?:\/\/\S+$/.test(avatar))
    throw new MockRefusal("invalid_argument", { parameter: "avatar" });
  return { nickname: nameIn(fields, "nickname", { least: 0, most: 64 }), avatar };
}

function find(request: WriteRequest, part: string): MockAccount {
  const { appid } = mockTeamOf(request);
  const openid = decodeURIComponent(part);
  const found = request.world.accounts.find((one) => one.appid === appid && one.openid === openid);
  if (found === undefined) throw new MockRefusal("user_not_found");
  return found;
}

function show({ user_id, respondent_id, openid, nickname, avatar }: MockAccount) {
  return { user_id, respondent_id, openid, nickname, avatar };
}

function change(request: WriteRequest, part: string) {
  const { world, fields } = request;
  const { nickname, avatar } = looksIn(fields);
  const account = find(request, part);
  if (nickname === "") throw new MockRefusal("update_user_error", { parameter: "nickname" });
  const looks = { nickname: nickname ?? account.nickname, avatar: avatar ?? account.avatar };
  world.accounts[world.accounts.indexOf(account)] = { ...account, ...looks };
  return {};
}

function issueCode(request: WriteRequest) {
  const { world, fields } = request;
  const { appid } = mockTeamOf(request);
  const userId = idIn(fields, "user_id");
  if (fields["scene_type"] !== "respondent" && fields["scene_type"] !== "user")
    throw new MockRefusal("invalid_argument", { parameter: "scene_type" });
  if (!world.accounts.some((account) => account.appid === appid && account.user_id === userId))
    throw new MockRefusal("user_not_found");
  return { code: crypto.randomUUID().replaceAll("-", "") };
}
