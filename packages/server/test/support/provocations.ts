import { makeFaultyStore, type StoreFault } from "../../../database/test/support/faulty-store.ts";
import type { ErrorType } from "../../src/errors.ts";
import { obtainTeamToken, teamTokenParameters } from "./flows.ts";
import { callWithBearer, obtainOauthTokens } from "./oauth.ts";
import { allowedCode, allowedTokens, otherExchange } from "./quick-consent.ts";
import { pathWithQuery } from "./raw-http.ts";
import { sampleSecrets } from "./sample-declaration.ts";
import { publishSurvey } from "./published-survey.ts";
import { teamIdOf } from "./routes/team-routes.ts";
import type { Envelope, TestPlatform } from "./test-platform.ts";
import { addManyMembers, registerAccount } from "./third-party.ts";

/** One way to meet an error, and how it must be answered; `semantic` is its status when statuses fit the error. */
export interface Provocation {
  readonly code: string;
  readonly status?: number;
  readonly semantic: number;
  readonly provoke: (platform: TestPlatform) => Promise<Response>;
}

const get = (
  platform: TestPlatform,
  path: string,
  parameters: Readonly<Record<string, string | number>> = {},
) => platform.fetch(pathWithQuery(path, parameters));

const post = (
  platform: TestPlatform,
  path: string,
  token: Readonly<Record<string, string>>,
  fields: object,
) =>
  platform.fetch(pathWithQuery(path, token), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
  });

const team = teamTokenParameters;

async function whileStoreFails(platform: TestPlatform, fault: StoreFault): Promise<Response> {
  const faulty = makeFaultyStore();
  faulty.failAt(1, fault, { lasting: true });
  const reply = await get(platform, "/api/surveys/1", { appid: "a", access_token: `sopu_${"x".repeat(32)}` });
  faulty.heal();
  return reply;
}

async function createWebhook(platform: TestPlatform, url: string): Promise<Response> {
  const token = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
  const { data } = await platform.call<{ list: readonly { id: number }[] }>("/api/surveys", token);
  const query = new URLSearchParams(token).toString();
  return platform.fetch(`/api/surveys/${data.list[0]?.id}/webhooks?${query}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ url }),
  });
}

/** Team Acme with an account and a survey, and its calls. */
async function withAccount(platform: TestPlatform) {
  const token = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
  const call = (path: string, fields: Readonly<Record<string, unknown>>) => {
    const headers = { "content-type": "application/json" };
    return platform.fetch(pathWithQuery(path, token), {
      method: "POST",
      headers,
      body: JSON.stringify(fields),
    });
  };
  const userId = await registerAccount(platform, "p-1");
  const teamId = await teamIdOf(platform, "Acme");
  const survey = await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]", ownerId: teamId });
  return { call, userId, teamId, surveyId: survey.id, groups: `/api/contacts/teams/${teamId}/groups` };
}

/** The table of the interface, written down a second time on purpose. */
export const provocations: Readonly<Record<ErrorType, Provocation>> = {
  invalid_argument: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: (platform) => get(platform, "/api/oauth2/access_token"),
  },
  invalid_argument_url: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: (platform) => createWebhook(platform, "http://127.0.0.1/"),
  },
  resource_exhausted: {
    code: "ResourceExhausted",
    semantic: 429,
    provoke: async (platform) => {
      for (let at = 0; at < 10; at += 1) await createWebhook(platform, "https://hooks.example/");
      return createWebhook(platform, "https://hooks.example/");
    },
  },
  unsupported_grant_type: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: (platform) => get(platform, "/api/oauth2/access_token", { ...team, grant_type: "password" }),
  },
  invalid_client: {
    code: "PermissionDenied",
    semantic: 401,
    provoke: (platform) => get(platform, "/api/oauth2/access_token", { ...team, secret: "wrong" }),
  },
  unauthorized_client: {
    code: "PermissionDenied",
    semantic: 403,
    provoke: (platform) =>
      get(platform, "/api/oauth2/access_token", {
        ...team,
        appid: "demo_app",
        secret: sampleSecrets.demoApp,
      }),
  },
  invalid_grant: {
    code: "PermissionDenied",
    semantic: 400,
    provoke: async (platform) =>
      get(platform, "/api/oauth2/access_token", otherExchange(await allowedCode(platform))),
  },
  invalid_token: {
    code: "PermissionDenied",
    semantic: 401,
    provoke: (platform) => get(platform, "/api/surveys", { appid: "acme_team", access_token: "wrong" }),
  },
  claim_error: {
    code: "PermissionDenied",
    semantic: 403,
    provoke: async (platform) => {
      const { access_token } = await allowedTokens(platform);
      return get(platform, "/api/oauth2/user", { appid: "demo_app", access_token, openid: "somebody" });
    },
  },
  invalid_redirect_url: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: async (platform) => {
      const token = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
      const made = await post(platform, "/api/surveys", token, { text: "T\n\n\n\nQ[Single Line Text]" });
      // A test of its own holds the shape.
      const { data } = (await made.json()) as { data: { id: number } };
      return post(platform, `/api/surveys/${data.id}/settings`, token, { redirect_url: "javascript:1" });
    },
  },
  permission_denied: {
    code: "PermissionDenied",
    semantic: 403,
    provoke: async (platform) => {
      const { access_token } = await allowedTokens(platform);
      return post(
        platform,
        "/api/surveys",
        { appid: "demo_app", access_token },
        { text: "T\n\n\n\nQ[Single Line Text]" },
      );
    },
  },
  insufficient_scope: {
    code: "PermissionDenied",
    status: 403,
    semantic: 403,
    provoke: async (platform) => {
      const { access_token: token } = await obtainOauthTokens(platform, { scope: "surveys:read" });
      return callWithBearer(platform, "/api/surveys/1/answers", token);
    },
  },
  not_found: {
    code: "NotFound",
    semantic: 404,
    provoke: async (platform) =>
      get(platform, "/api/surveys/999999", {
        appid: "acme_team",
        access_token: await obtainTeamToken(platform),
      }),
  },
  openid_existed: {
    code: "AlreadyExists",
    semantic: 409,
    provoke: async (platform) => {
      const { call } = await withAccount(platform);
      return call("/api/sso/users", { openid: "p-1" });
    },
  },
  user_not_found: {
    code: "NotFound",
    semantic: 404,
    provoke: async (platform) => (await withAccount(platform)).call("/api/sso/users/p-2", {}),
  },
  update_user_error: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: async (platform) => (await withAccount(platform)).call("/api/sso/users/p-1", { nickname: "" }),
  },
  invalid_list_length: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: async (platform) => {
      const { call, surveyId } = await withAccount(platform);
      return call(`/api/surveys/${surveyId}/respondent/access_list/batch`, { type: 11, respondent_ids: [] });
    },
  },
  invalid_type: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: async (platform) => {
      const { call, surveyId, userId } = await withAccount(platform);
      const list = { type: 1, respondent_ids: [userId] };
      return call(`/api/surveys/${surveyId}/respondent/access_list/batch`, list);
    },
  },
  org_resource_exhausted: {
    code: "ResourceExhausted",
    semantic: 429,
    provoke: async (platform) => {
      const { call, userId } = await withAccount(platform);
      for (let at = 1; at <= 5; at += 1) await call("/api/orgs", { name: `Team ${at}`, user_id: userId });
      return call("/api/orgs", { name: "Team 6", user_id: userId });
    },
  },
  org_create_error: {
    code: "AlreadyExists",
    semantic: 409,
    provoke: async (platform) => {
      const { call, userId } = await withAccount(platform);
      return call("/api/orgs", { name: "Birch", user_id: userId });
    },
  },
  contacts_team_not_found: {
    code: "NotFound",
    semantic: 404,
    provoke: async (platform) =>
      (await withAccount(platform)).call("/api/contacts/teams/999999/groups", { name: "A" }),
  },
  contacts_group_not_found: {
    code: "NotFound",
    semantic: 404,
    provoke: async (platform) => {
      const { call, groups } = await withAccount(platform);
      return call(`${groups}/999999`, { name: "A" });
    },
  },
  parent_group_not_found: {
    code: "NotFound",
    semantic: 404,
    provoke: async (platform) => {
      const { call, groups } = await withAccount(platform);
      return call(groups, { name: "A", parent_id: 999_999 });
    },
  },
  group_too_deep: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: async (platform) => {
      const { call, groups } = await withAccount(platform);
      let reply = await call(groups, { name: "A" });
      for (let level = 2; level <= 11; level += 1) {
        const { data } = (await reply.json()) as Envelope<{ group_id: number }>;
        reply = await call(groups, { name: "A", parent_id: data.group_id });
      }
      return reply;
    },
  },
  default_group_be_modified: {
    code: "InvalidArgument",
    semantic: 400,
    provoke: async (platform) => {
      const { call, groups } = await withAccount(platform);
      return call(`${groups}/0`, { name: "A" });
    },
  },
  duplicated_remote_id: {
    code: "AlreadyExists",
    semantic: 409,
    provoke: async (platform) => {
      const { call, groups } = await withAccount(platform);
      await call(groups, { name: "A", remote_id: "r" });
      return call(groups, { name: "B", remote_id: "r" });
    },
  },
  contacts_user_existed: {
    code: "AlreadyExists",
    semantic: 409,
    provoke: async (platform) => {
      const { call, groups, userId } = await withAccount(platform);
      await call(`${groups}/0/users/${userId}`, {});
      return call(`${groups}/0/users/${userId}`, {});
    },
  },
  contacts_user_not_found: {
    code: "NotFound",
    semantic: 404,
    provoke: async (platform) => {
      const { call, groups } = await withAccount(platform);
      return call(`${groups}/0/users/999999`, {});
    },
  },
  exceed_user_limit: {
    code: "ResourceExhausted",
    semantic: 429,
    provoke: async (platform) => {
      const { call, groups, userId, teamId } = await withAccount(platform);
      await addManyMembers(platform, { teamId, count: 10_000 });
      return call(`${groups}/0/users/${userId}`, {});
    },
  },
  invalid_org_subscription: {
    code: "PermissionDenied",
    semantic: 403,
    provoke: (platform) =>
      get(platform, "/api/oauth2/access_token", {
        ...team,
        appid: "free_team",
        secret: sampleSecrets.freeTeam,
      }),
  },
  request_rate_limited: {
    code: "ResourceExhausted",
    semantic: 429,
    provoke: async (platform) => {
      for (let at = 0; at < 20; at += 1) await obtainTeamToken(platform);
      return get(platform, "/api/oauth2/access_token", team);
    },
  },
  no_route: {
    code: "NoRoute",
    status: 404,
    semantic: 404,
    provoke: (platform) => get(platform, "/api/oauth2/nothing"),
  },
  internal_error: {
    code: "InternalServerError",
    status: 500,
    semantic: 500,
    provoke: (platform) => whileStoreFails(platform, "an unexpected error"),
  },
  storage_unavailable: {
    code: "RemoteServerError",
    status: 503,
    semantic: 503,
    provoke: (platform) => whileStoreFails(platform, "a disk error"),
  },
};
