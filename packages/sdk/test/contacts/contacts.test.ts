import { expect, test } from "vitest";
import { createClient, fromTeamSecret } from "../../src/index.ts";
import { connect, teamCredentials } from "../support/wire.ts";

const teamId = 2001;

function start() {
  const { mock, platform } = connect();
  return { mock, client: createClient({ platform, source: fromTeamSecret(platform, teamCredentials) }) };
}

test("a program arranges the contacts of its team", async () => {
  const { contacts, accounts } = start().client;
  const { user_id } = await accounts.register({ openid: "cy" });
  const { group_id } = await contacts.createGroup(teamId, { name: "Sales", remote_id: "s" });
  const other = await contacts.createGroup(teamId, { name: "North", parent_id: group_id });
  await contacts.addUser({ teamId, groupId: group_id, userId: user_id });
  expect(await contacts.users(teamId, { groupId: group_id })).toMatchObject({
    total: 1,
    list: [{ user_id, role: 4, group_full_name: "Team 2001/Sales" }],
  });
  await contacts.updateUser(teamId, user_id, { role: 3, group_ids: [other.group_id], nickname: "Cy" });
  const found = await contacts.users(teamId, { roles: [3], page: 1, perPage: 10 });
  expect(found.list).toMatchObject([{ name: "Cy", group_id: other.group_id }]);
  await contacts.updateGroup(teamId, other.group_id, { name: "Nord", parent_id: 0 });
  expect((await contacts.groups(teamId)).list.map(({ name }) => name)).toEqual([
    "Team 2001",
    "Sales",
    "Nord",
  ]);
  const named = await contacts.groups(teamId, { remoteIds: ["s"] });
  expect(named.list.map(({ id }) => id)).toEqual([group_id]);
  expect((await contacts.groups(teamId, { parentId: 0, page: 2, perPage: 1 })).list).toHaveLength(1);
  await contacts.removeUser({ teamId, groupId: other.group_id, userId: user_id });
  await contacts.deleteGroups(teamId, [group_id, other.group_id]);
  expect((await contacts.groups(teamId)).total).toBe(1);
  expect((await contacts.users(teamId)).list.map((one) => one.user_id)).toEqual([1001]);
});

test("adding a user sends a body, so that it never means to remove one", async () => {
  const { client, mock } = start();
  const { user_id: userId } = await client.accounts.register({ openid: "cy" });
  const place = { teamId, groupId: 0, userId };
  await client.contacts.addUser(place);
  await expect(client.contacts.addUser(place)).rejects.toMatchObject({
    type: "contacts_user_existed",
  });
  mock.inject({ kind: "lost_response", on: "data" });
  await client.contacts.addUser(place, { role: 2 });
  expect((await client.contacts.users(teamId, { roles: [2] })).total).toBe(1);
});

test("a program decides who answers, and sends answers in their names", async () => {
  const { respondents, accounts, answers, surveys } = start().client;
  const cy = await accounts.register({ openid: "cy" });
  const di = await accounts.register({ openid: "di" });
  const surveyId = 4;
  await respondents.allow(surveyId, [cy.respondent_id]);
  const page = { id: "p-1-mock", questions: [{ id: "q-1-mock", options: [{ id: "o-1-mock" }] }] };
  const { answer_id } = await answers.create(surveyId, { pages: [page], respondent_id: cy.respondent_id });
  const { third_party_user } = await surveys.answer(surveyId, answer_id);
  expect(third_party_user).toMatchObject({ respondent_id: cy.respondent_id, openid: "cy" });
  await expect(answers.create(surveyId, { pages: [page], openid: "di" })).rejects.toMatchObject({
    type: "invalid_argument",
    parameter: "respondent_id",
  });
  await respondents.allow(surveyId, [di.respondent_id]);
  const { list } = await respondents.list(surveyId);
  expect(list.map((entry) => entry.respondent_id)).toEqual([di.respondent_id, cy.respondent_id]);
  expect((await respondents.list(surveyId, { before: list[0]?.id })).list).toEqual(list.slice(1));
  await respondents.disallow(surveyId, [cy.respondent_id, di.respondent_id]);
  expect((await respondents.list(surveyId)).list).toEqual([]);
});

test("what is no id never becomes a path", async () => {
  const { client, mock } = start();
  await expect(client.contacts.groups("../x")).rejects.toMatchObject({ parameter: "team_id" });
  await expect(client.contacts.updateGroup(1, "1/users", {})).rejects.toMatchObject({
    parameter: "group_id",
  });
  await expect(client.contacts.addUser({ teamId: 1, groupId: 1, userId: ".." })).rejects.toMatchObject({
    parameter: "user_id",
  });
  await expect(client.respondents.list("1/..")).rejects.toMatchObject({ type: "invalid_argument" });
  expect(mock.calls.filter(({ path }) => !path.startsWith("/api/oauth2/"))).toEqual([]);
});
