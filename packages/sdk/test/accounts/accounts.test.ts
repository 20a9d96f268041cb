import { expect, test } from "vitest";
import { createClient, fromTeamSecret, redirectUrl } from "../../src/index.ts";
import { createMockPlatform, mockSample } from "../../src/testing/mock-platform.ts";

const [, team] = mockSample.applications;

function start() {
  const mock = createMockPlatform();
  const platform = { baseUrl: mock.baseUrl, fetch: mock.fetch, sleep: async () => undefined };
  const source = fromTeamSecret(platform, { appid: team.appid, secret: team.secret });
  return { mock, platform, client: createClient({ platform, source }) };
}

test("a program registers its users, and sends them to the platform signed in", async () => {
  const { client, platform } = start();
  const openid = "user 7 ?&#%";
  const { user_id } = await client.accounts.register({ openid, nickname: "Cy" });
  await client.accounts.update(openid, { nickname: "Cyd" });
  expect(await client.accounts.get(openid)).toMatchObject({ user_id, openid, nickname: "Cyd" });
  const code = await client.accounts.loginCode({ user_id, scene_type: "user" });
  const address = redirectUrl(
    { ...platform, authUrl: "https://pages.example" },
    { appid: team.appid, code, action: "survey_edit", survey_id: 4 },
  );
  expect(address).toBe(
    `https://pages.example/api/v2/redirect?appid=mock_team&code=${code}&action=survey_edit&survey_id=4`,
  );
});

test("another login code is issued when the response is lost", async () => {
  const { client, mock } = start();
  const { user_id } = await client.accounts.register({ openid: "cy" });
  mock.inject({ kind: "lost_response", on: "data" });
  expect(await client.accounts.loginCode({ user_id, scene_type: "respondent" })).toMatch(/^\w{32}$/);
});

test("a program creates a team for its user, and reads it", async () => {
  const { client } = start();
  const { user_id } = await client.accounts.register({ openid: "cy" });
  const { org_id } = await client.orgs.create({ name: "Cy and friends", user_id });
  expect(await client.orgs.get(org_id)).toMatchObject({ name: "Cy and friends", creator_name: "cy" });
  expect(await client.orgs.users(org_id, { roles: [0, 2], page: 1, perPage: 5 })).toMatchObject({ total: 1 });
  expect(await client.orgs.users(org_id, { roles: [3, 4] })).toMatchObject({ total: 0 });
  expect((await client.orgs.projects(team.teamId)).list).toMatchObject([{ id: team.teamId, user_id: 1001 }]);
});

test("what is no id or openid never becomes a path", async () => {
  const { client, mock } = start();
  for (const openid of ["", "..", "."])
    await expect(client.accounts.get(openid)).rejects.toMatchObject({ type: "invalid_argument" });
  await expect(client.orgs.get("../users")).rejects.toMatchObject({ type: "invalid_argument" });
  expect(mock.calls.filter(({ path }) => !path.startsWith("/api/oauth2/"))).toEqual([]);
});
