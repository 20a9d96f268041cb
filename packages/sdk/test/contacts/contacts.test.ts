import { expect, test } from "vitest";
import { teamClient } from "../support/wire.ts";

const teams = "/api/contacts/teams";

test("a program arranges the contacts of its team", async () => {
  const { sent, client } = teamClient();
  const { contacts } = client;
  expect(await contacts.groups(1, { remoteIds: ["s", "t"], parentId: 0, page: 1, perPage: 5 })).toMatchObject(
    { total: 1, list: [{ id: 1, full_name: "full_name" }] },
  );
  expect(await contacts.createGroup(1, { name: "Sales", remote_id: "s" })).toEqual({
    group_id: 1,
    name: "Sales",
  });
  await contacts.updateGroup(1, 2, { parent_id: 0 });
  await contacts.deleteGroups(1, [2, 3]);
  expect(await contacts.users(1, { roles: [3, 4] })).toMatchObject({ total: 1, list: [{ user_id: 1 }] });
  expect((await contacts.users(1, { groupId: 2, page: 2 })).list).toEqual([]);
  await contacts.updateUser(1, 5, { role: 3, group_ids: [2] });
  await contacts.removeUser({ teamId: 1, groupId: 2, userId: 5 });
  expect(sent).toEqual([
    `GET ${teams}/1/groups?remote_ids[]=s&remote_ids[]=t&parent_id=0&page=1&per_page=5`,
    `POST ${teams}/1/groups {"name":"Sales","remote_id":"s"}`,
    `POST ${teams}/1/groups/2 {"parent_id":0}`,
    `POST ${teams}/1/groups/batch_delete {"group_ids":[2,3]}`,
    `GET ${teams}/1/users?roles[]=3&roles[]=4`,
    `GET ${teams}/1/groups/2/users?page=2`,
    `POST ${teams}/1/users/5 {"role":3,"group_ids":[2]}`,
    `DELETE ${teams}/1/groups/2/users/5`,
  ]);
});

test("adding a user sends a body, so that it never means to remove one", async () => {
  const { sent, client } = teamClient();
  const place = { teamId: 1, groupId: 0, userId: 5 };
  await client.contacts.addUser(place);
  await client.contacts.addUser(place, { role: 2 });
  const path = `POST ${teams}/1/groups/0/users/5`;
  expect(sent).toEqual([`${path} {}`, `${path} {"role":2}`]);
});

test("a program decides who answers, and sends answers in their names", async () => {
  const { sent, client } = teamClient();
  const { respondents, answers } = client;
  await respondents.allow(4, [7]);
  await answers.create(4, { pages: [], respondent_id: 7, openid: "cy" });
  expect((await respondents.list(4)).list).toEqual([{ id: 1, respondent_id: 1 }]);
  expect((await respondents.list(4, { before: 9 })).list).toEqual([]);
  await respondents.disallow(4, [7, 8]);
  const list = "/api/surveys/4/respondent/access_list";
  expect(sent).toEqual([
    `POST ${list}/batch {"type":11,"respondent_ids":[7]}`,
    'POST /api/surveys/4/answers {"respondent_id":7,"answer":{"pages":[],"openid":"cy"}}',
    `GET ${list}`,
    `GET ${list}?last_id=9`,
    `POST ${list}/batch_delete {"type":11,"respondent_ids":[7,8]}`,
  ]);
});

test("a program invites people to a survey, and withdraws their links", async () => {
  const { sent, client } = teamClient();
  const { respondents } = client;
  await respondents.addParticipants(4, [{ code: "one", fields: { team: "Red" } }]);
  await respondents.participants(4, { after: 9 });
  await respondents.removeParticipant(4, 7);
  const path = "/api/surveys/4/participants";
  expect(sent).toEqual([
    `POST ${path} {"participants":[{"code":"one","fields":{"team":"Red"}}]}`,
    `GET ${path}?last_id=9`,
    expect.stringContaining(`DELETE ${path}/7`),
  ]);
});

test("what is no id never becomes a path", async () => {
  const { client, sent } = teamClient();
  await expect(client.contacts.groups("../x")).rejects.toMatchObject({ parameter: "team_id" });
  await expect(client.contacts.updateGroup(1, "1/users", {})).rejects.toMatchObject({
    parameter: "group_id",
  });
  await expect(client.contacts.addUser({ teamId: 1, groupId: 1, userId: ".." })).rejects.toMatchObject({
    parameter: "user_id",
  });
  await expect(client.respondents.list("1/..")).rejects.toMatchObject({ type: "invalid_argument" });
  expect(sent).toEqual([]);
});
