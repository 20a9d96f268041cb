import { expect, test } from "vitest";
import { createClient, fromToken, redirectUrl } from "../../src/index.ts";
import { answering, envelope, teamClient, teamCredentials } from "../support/wire.ts";

test("a program registers its users, and sends them to the platform signed in", async () => {
  const { client, platform, sent } = teamClient();
  const openid = "user 7 ?&#%";
  const { user_id } = await client.accounts.register({ openid, nickname: "Cy" });
  await client.accounts.update(openid, { nickname: "Cyd" });
  expect(await client.accounts.get(openid)).toMatchObject({ user_id, openid });
  const code = await client.accounts.loginCode({ user_id, scene_type: "user" });
  const path = "/api/sso/users/user%207%20%3F%26%23%25";
  expect(sent).toEqual([
    'POST /api/sso/users {"openid":"user 7 ?&#%","nickname":"Cy"}',
    `POST ${path} {"nickname":"Cyd"}`,
    `GET ${path}`,
    'POST /api/sso/code {"user_id":1,"scene_type":"user"}',
  ]);
  const address = redirectUrl(
    { ...platform, authUrl: "https://pages.example" },
    { appid: teamCredentials.appid, code, action: "survey_edit", survey_id: 4 },
  );
  expect(address).toBe(
    `https://pages.example/api/v2/redirect?appid=mock_team&code=${code}&action=survey_edit&survey_id=4`,
  );
});

test("another login code is issued when the response was lost: the one of a repeated call is empty", async () => {
  const replies = ["", "second"].map((code) => () => envelope({ data: { code } }));
  const { platform, asked } = answering(...replies);
  const { accounts } = createClient({ platform, source: fromToken({ appid: "a", accessToken: "t" }) });
  expect(await accounts.loginCode({ user_id: 1, scene_type: "respondent" })).toBe("second");
  const keys = asked.map(({ init }) => new Headers(init.headers).get("idempotency-key"));
  expect(new Set(keys).size).toBe(2);
});

test("a program creates a team for its user, and reads it", async () => {
  const { client, sent } = teamClient();
  const { org_id } = await client.orgs.create({ name: "Cy and friends", user_id: 7 });
  expect(await client.orgs.get(org_id)).toMatchObject({ id: org_id, name: "name" });
  expect(await client.orgs.users(9, { roles: [0, 2], page: 1, perPage: 5 })).toMatchObject({ total: 1 });
  expect((await client.orgs.projects(9)).list).toMatchObject([{ id: 1, user_id: 1 }]);
  expect(sent).toEqual([
    'POST /api/orgs {"name":"Cy and friends","user_id":7}',
    "GET /api/orgs/1",
    "GET /api/orgs/9/users?page=1&per_page=5&roles[]=0&roles[]=2",
    "GET /api/orgs/9/projects",
  ]);
});

test("what is no id or openid never becomes a path", async () => {
  const { client, sent } = teamClient();
  for (const openid of ["", "..", "."])
    await expect(client.accounts.get(openid)).rejects.toMatchObject({ type: "invalid_argument" });
  await expect(client.orgs.get("../users")).rejects.toMatchObject({ type: "invalid_argument" });
  expect(sent).toEqual([]);
});
