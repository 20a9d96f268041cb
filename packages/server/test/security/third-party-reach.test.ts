import { beforeAll, describe, expect, it } from "vitest";
import { databaseContents } from "../support/database-contents.ts";
import { publishSurvey } from "../support/published-survey.ts";
import { allowedTokens } from "../support/quick-consent.ts";
import { teamIdOf } from "../support/routes/team-routes.ts";
import { ApiClient, outcomeOf, teamClient } from "../support/team-client.ts";
import { sharePlatform } from "../support/shared-platform.ts";
import type { TestPlatform } from "../support/test-platform.ts";

/** What Acme has; the others ask for it. */
interface Things {
  readonly surveyId: number;
  readonly teamId: number;
  readonly groupId: number;
  readonly userId: number;
  readonly madeTeamId: number;
}

interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: (things: Things) => string;
  readonly fields?: (things: Things) => Readonly<Record<string, unknown>>;
  /** What another team gets for Acme's ids: the same as for none. */
  readonly ofAnother: string;
  /** The path, or the fields, with ids that no one has. */
  readonly none: Partial<Things>;
}

const list = ({ surveyId }: Things) => `/api/surveys/${surveyId}/respondent/access_list`;
const groups = ({ teamId }: Things) => `/api/contacts/teams/${teamId}/groups`;
const member = (things: Things) => `${groups(things)}/${things.groupId}/users/${things.userId}`;
const respondents = ({ userId }: Things) => ({ type: 11, respondent_ids: [userId] });
const noSurvey = { surveyId: 999_999 };
const noTeam = { teamId: 999_999, madeTeamId: 999_999 };
const notFound = { ofAnother: "not_found", none: noSurvey };
const noContacts = { ofAnother: "contacts_team_not_found", none: noTeam };

const calls: Readonly<Record<string, Call>> = {
  "get an account": {
    method: "GET",
    path: () => "/api/sso/users/p-1",
    ofAnother: "user_not_found",
    none: {},
  },
  "change an account": {
    method: "POST",
    path: () => "/api/sso/users/p-1",
    fields: () => ({ nickname: "taken over" }),
    ofAnother: "user_not_found",
    none: {},
  },
  "get a code for an account": {
    method: "POST",
    path: () => "/api/sso/code",
    fields: ({ userId }) => ({ user_id: userId, scene_type: "user" }),
    ofAnother: "user_not_found",
    none: { userId: 999_999 },
  },
  "allow respondents": { method: "POST", path: (t) => `${list(t)}/batch`, fields: respondents, ...notFound },
  "disallow respondents": {
    method: "POST",
    path: (t) => `${list(t)}/batch_delete`,
    fields: respondents,
    ...notFound,
  },
  "list respondents": { method: "GET", path: list, ...notFound },
  "create a team for an account": {
    method: "POST",
    path: () => "/api/orgs",
    fields: ({ userId }) => ({ name: "Taken over", user_id: userId }),
    ofAnother: "claim_error",
    none: { userId: 999_999 },
  },
  "get a team": {
    method: "GET",
    path: ({ teamId }) => `/api/orgs/${teamId}`,
    ofAnother: "claim_error",
    none: noTeam,
  },
  "get a team that it created": {
    method: "GET",
    path: ({ madeTeamId }) => `/api/orgs/${madeTeamId}`,
    ofAnother: "claim_error",
    none: noTeam,
  },
  "list the users of a team": {
    method: "GET",
    path: ({ teamId }) => `/api/orgs/${teamId}/users`,
    ofAnother: "claim_error",
    none: noTeam,
  },
  "list the projects of a team": {
    method: "GET",
    path: ({ teamId }) => `/api/orgs/${teamId}/projects`,
    ofAnother: "claim_error",
    none: noTeam,
  },
  "list groups": { method: "GET", path: groups, ...noContacts },
  "create a group": { method: "POST", path: groups, fields: () => ({ name: "x" }), ...noContacts },
  "change a group": {
    method: "POST",
    path: (t) => `${groups(t)}/${t.groupId}`,
    fields: () => ({ name: "x" }),
    ...noContacts,
  },
  "delete groups": {
    method: "POST",
    path: (t) => `${groups(t)}/batch_delete`,
    fields: ({ groupId }) => ({ group_ids: [groupId] }),
    ...noContacts,
  },
  "list the members of a group": {
    method: "GET",
    path: (t) => `${groups(t)}/${t.groupId}/users`,
    ...noContacts,
  },
  "list contacts": {
    method: "GET",
    path: ({ teamId }) => `/api/contacts/teams/${teamId}/users`,
    ...noContacts,
  },
  "add a contact": { method: "POST", path: member, fields: () => ({ role: 2 }), ...noContacts },
  "change a contact": {
    method: "POST",
    path: ({ teamId, userId }) => `/api/contacts/teams/${teamId}/users/${userId}`,
    fields: () => ({ role: 2 }),
    ...noContacts,
  },
  "remove a contact": { method: "DELETE", path: member, ...noContacts },
};

const shared = sharePlatform();
let platform: TestPlatform;
let things: Things;
let birch: ApiClient;
let user: ApiClient;

beforeAll(async () => {
  platform = shared();
  const acme = await teamClient(platform);
  const teamId = await teamIdOf(platform, "Acme");
  const survey = await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]", ownerId: teamId });
  const account = await acme.post<{ user_id: number }>("/api/sso/users", { openid: "p-1" });
  const userId = account.data.user_id;
  const group = await acme.post<{ group_id: number }>(`/api/contacts/teams/${teamId}/groups`, { name: "G" });
  const groupId = group.data.group_id;
  await acme.post(`/api/contacts/teams/${teamId}/groups/${groupId}/users/${userId}`, {});
  const made = await acme.post<{ org_id: number }>("/api/orgs", { name: "Made", user_id: userId });
  things = { surveyId: survey.id, teamId, groupId, userId, madeTeamId: made.data.org_id };
  birch = await teamClient(platform, "birch");
  const { access_token } = await allowedTokens(platform);
  user = new ApiClient(platform, { appid: "demo_app", access_token });
});

function send(client: ApiClient, { method, path, fields }: Call, of = things) {
  if (fields !== undefined) return client.post(path(of), fields(of));
  return client.send(path(of), { method });
}

describe.each(Object.entries(calls))("%s", (_, call) => {
  it("of another team is like that of none, and changes nothing", async () => {
    const before = await databaseContents(platform);
    expect(outcomeOf(await send(birch, call))).toBe(call.ofAnother);
    expect(outcomeOf(await send(birch, call, { ...things, ...call.none }))).toBe(call.ofAnother);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("is refused with a user's token, which has no part in it", async () => {
    const before = await databaseContents(platform);
    expect(outcomeOf(await send(user, call))).toMatch(/^(claim_error|permission_denied)$/);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("is refused with a bad token, whatever else is wrong, and without the team's plan", async () => {
    const bad = new ApiClient(platform, { appid: "acme_team", access_token: "sopt_x" });
    const nothing = { surveyId: -1, teamId: -1, groupId: -1, userId: -1, madeTeamId: -1 };
    expect(outcomeOf(await send(bad, call, nothing))).toBe("invalid_token");
  });
});
