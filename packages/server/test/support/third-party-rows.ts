import { createSurvey, sendCall, type WritingStage } from "./api-calls.ts";
import type { CallRow, PreparedCall } from "./call-rows.ts";
import { addManyGroups, fillTeam } from "./third-party.ts";

const none = 999_999_999;

type Provoke = (stage: WritingStage, good: PreparedCall) => Promise<PreparedCall>;

/** Sends the call before, so that it comes a second time. */
const again: Provoke = async ({ platform }, good) => {
  await sendCall(platform, good.path, good);
  return good;
};

const withBody = (body: unknown) => async (_: WritingStage, good: PreparedCall) => ({ ...good, body });
const fields = (changed: object) => async (_: WritingStage, good: PreparedCall) => ({
  ...good,
  body: { ...(typeof good.body === "object" && good.body), ...changed },
});
const inPath = (part: RegExp, other: string) => async (_: WritingStage, good: PreparedCall) => ({
  ...good,
  path: good.path.replace(part, other),
});
const asUser: Provoke = async ({ tokens }, good) => ({ ...good, token: tokens.ada });
const noAccount = { user_not_found: inPath(/$/, "-unknown") };

/** A name that no other call of a test has. */
const unique = (what: string) => `${what} ${crypto.randomUUID()}`;

async function register(stage: WritingStage) {
  const openid = unique("openid").replaceAll(" ", "-");
  // What the call returns.
  const { user_id: id } = (await stage.post("/api/sso/users", { openid })) as { readonly user_id: number };
  return { id, path: `/api/sso/users/${openid}` };
}

/** A team of an account, which nothing but one call uses. */
async function createOrg(stage: WritingStage) {
  const { id: user_id } = await register(stage);
  const made = await stage.post("/api/orgs", { name: unique("Team"), user_id });
  // What the call returns.
  const { org_id: id } = made as { readonly org_id: number };
  return { id, team: `/api/contacts/teams/${id}` };
}

async function createGroup(stage: WritingStage, groups: string, parent_id = 0): Promise<number> {
  // What the call returns.
  const made = (await stage.post(groups, { name: unique("Group"), parent_id })) as {
    readonly group_id: number;
  };
  return made.group_id;
}

/** A call of team Acme. */
function call(
  prepare: (stage: WritingStage) => Promise<Pick<PreparedCall, "path" | "body">>,
): CallRow["prepare"] {
  return async (stage) => ({ token: stage.tokens.acme, ...(await prepare(stage)) });
}

const ofAccount = (body?: unknown) =>
  call(async (stage) => ({ path: (await register(stage)).path, ...(body !== undefined && { body }) }));

const accountRows: Readonly<Record<string, CallRow>> = {
  "POST /api/sso/users": {
    prepare: call(async () => ({ path: "/api/sso/users", body: { openid: unique("openid") } })),
    refused: { claim_error: asUser, openid_existed: again },
  },
  "GET /api/sso/users/{openid}": { prepare: ofAccount(), refused: { claim_error: asUser, ...noAccount } },
  "POST /api/sso/users/{openid}": {
    prepare: ofAccount({ nickname: "Cy" }),
    refused: { claim_error: asUser, ...noAccount, update_user_error: withBody({ nickname: "" }) },
  },
  "POST /api/sso/code": {
    prepare: call(async (stage) => {
      const body = { user_id: (await register(stage)).id, scene_type: "respondent" };
      return { path: "/api/sso/code", body };
    }),
    refused: { claim_error: asUser, user_not_found: fields({ user_id: none }) },
  },
};

function ofList(rest: string): CallRow {
  return {
    prepare: call(async (stage) => ({
      path: `${await createSurvey(stage)}/respondent/access_list${rest}`,
      ...(rest !== "" && { body: { type: 11, respondent_ids: [(await register(stage)).id] } }),
    })),
    refused: {
      claim_error: asUser,
      invalid_type: fields({ type: 1 }),
      invalid_list_length: fields({ respondent_ids: [] }),
      user_not_found: fields({ respondent_ids: [none] }),
    },
  };
}

const listRows: Readonly<Record<string, CallRow>> = {
  "POST /api/surveys/{survey_id}/respondent/access_list/batch": ofList("/batch"),
  "POST /api/surveys/{survey_id}/respondent/access_list/batch_delete": ofList("/batch_delete"),
  "GET /api/surveys/{survey_id}/respondent/access_list": ofList(""),
};

function ofOrg(rest: string): CallRow {
  return {
    prepare: call(async (stage) => ({ path: `/api/orgs/${(await createOrg(stage)).id}${rest}` })),
    refused: { claim_error: inPath(/\d+/, String(none)) },
  };
}

const orgRows: Readonly<Record<string, CallRow>> = {
  "POST /api/orgs": {
    prepare: call(async (stage) => {
      const body = { name: unique("Team"), user_id: (await register(stage)).id };
      return { path: "/api/orgs", body };
    }),
    refused: {
      claim_error: fields({ user_id: none }),
      org_create_error: again,
      async org_resource_exhausted(stage, good) {
        const body = typeof good.body === "object" ? good.body : {};
        for (let at = 0; at < 5; at += 1) await stage.post(good.path, { ...body, name: unique("Team") });
        return good;
      },
    },
  },
  "GET /api/orgs/{id}": ofOrg(""),
  "GET /api/orgs/{id}/users": ofOrg("/users"),
  "GET /api/orgs/{id}/projects": ofOrg("/projects"),
};

const noTeam = { contacts_team_not_found: inPath(/teams\/\d+/, `teams/${none}`) };
const noGroup = { contacts_group_not_found: inPath(/groups\/\d+/, `groups/${none}`) };
const noUser = { contacts_user_not_found: inPath(/users\/\d+/, `users/${none}`) };
const ofContacts = { claim_error: asUser, ...noTeam };

const groupsOf = ({ path }: PreparedCall) => path.replace(/\/groups.*$/, "/groups");
const teamOf = ({ path }: PreparedCall) => Number(/teams\/(\d+)/.exec(path)?.[1]);

const tooDeep: Provoke = async (stage, good) => {
  let parent = 0;
  for (let level = 1; level <= 10; level += 1) parent = await createGroup(stage, groupsOf(good), parent);
  return fields({ parent_id: parent })(stage, good);
};

const takenRemoteId: Provoke = async (stage, good) => {
  const remote_id = unique("remote");
  await stage.post(groupsOf(good), { name: "Other", remote_id });
  return fields({ remote_id })(stage, good);
};

const full: Provoke = async ({ platform }, good) => {
  await fillTeam(platform, teamOf(good));
  return good;
};

/** A call about a group of a new team. */
const ofGroup = (rest: string, body?: unknown) =>
  call(async (stage) => {
    const groups = `${(await createOrg(stage)).team}/groups`;
    const path = `${groups}/${await createGroup(stage, groups)}${rest}`;
    return { path, ...(body !== undefined && { body }) };
  });

/** A call about an account and a group of a new team. */
const ofMember = (isMember: boolean, body?: unknown) =>
  call(async (stage) => {
    const groups = `${(await createOrg(stage)).team}/groups`;
    const groupId = await createGroup(stage, groups);
    const path = `${groups}/${groupId}/users/${(await register(stage)).id}`;
    if (isMember) await stage.post(path, {});
    return { path, ...(body !== undefined && { body }) };
  });

const groupRows: Readonly<Record<string, CallRow>> = {
  "GET /api/contacts/teams/{team_id}/groups": {
    prepare: call(async (stage) => ({ path: `${(await createOrg(stage)).team}/groups` })),
    refused: {
      ...ofContacts,
      parent_group_not_found: async (_, good) => ({ ...good, query: { parent_id: none } }),
    },
  },
  "POST /api/contacts/teams/{team_id}/groups": {
    prepare: call(async (stage) => ({
      path: `${(await createOrg(stage)).team}/groups`,
      body: { name: "Sales" },
    })),
    refused: {
      ...ofContacts,
      parent_group_not_found: fields({ parent_id: none }),
      group_too_deep: tooDeep,
      duplicated_remote_id: takenRemoteId,
      async resource_exhausted({ platform }, good) {
        await addManyGroups(platform, { teamId: teamOf(good), count: 1000 });
        return good;
      },
    },
  },
  "POST /api/contacts/teams/{team_id}/groups/{group_id}": {
    prepare: ofGroup("", { name: "Sales" }),
    refused: {
      ...ofContacts,
      ...noGroup,
      parent_group_not_found: fields({ parent_id: none }),
      group_too_deep: tooDeep,
      default_group_be_modified: inPath(/groups\/\d+/, "groups/0"),
      duplicated_remote_id: takenRemoteId,
    },
  },
  "POST /api/contacts/teams/{team_id}/groups/batch_delete": {
    prepare: call(async (stage) => {
      const groups = `${(await createOrg(stage)).team}/groups`;
      return { path: `${groups}/batch_delete`, body: { group_ids: [await createGroup(stage, groups)] } };
    }),
    refused: {
      ...ofContacts,
      contacts_group_not_found: fields({ group_ids: [none] }),
      default_group_be_modified: fields({ group_ids: [0] }),
    },
  },
};

const memberRows: Readonly<Record<string, CallRow>> = {
  "GET /api/contacts/teams/{team_id}/users": {
    prepare: call(async (stage) => ({ path: `${(await createOrg(stage)).team}/users` })),
    refused: ofContacts,
  },
  "GET /api/contacts/teams/{team_id}/groups/{group_id}/users": {
    prepare: ofGroup("/users"),
    refused: { ...ofContacts, ...noGroup },
  },
  "POST /api/contacts/teams/{team_id}/groups/{group_id}/users/{user_id}": {
    prepare: ofMember(false, {}),
    refused: {
      ...ofContacts,
      ...noGroup,
      ...noUser,
      contacts_user_existed: again,
      exceed_user_limit: full,
    },
  },
  "POST /api/contacts/teams/{team_id}/users/{user_id}": {
    prepare: call(async (stage) => ({
      path: `${(await createOrg(stage)).team}/users/${(await register(stage)).id}`,
      body: { role: 3 },
    })),
    refused: {
      ...ofContacts,
      contacts_group_not_found: fields({ group_ids: [none] }),
      ...noUser,
      exceed_user_limit: full,
    },
  },
  "DELETE /api/contacts/teams/{team_id}/groups/{group_id}/users/{user_id}": {
    prepare: ofMember(true),
    refused: { ...ofContacts, ...noGroup, ...noUser },
  },
};

/** The calls of third parties, by method and path. */
export const thirdPartyRows: Readonly<Record<string, CallRow>> = {
  ...accountRows,
  ...listRows,
  ...orgRows,
  ...groupRows,
  ...memberRows,
};
