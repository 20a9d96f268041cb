import { runSteps } from "@survey-open-platform/database";
import { expect, test } from "vitest";
import { disallowRespondents, listAccess } from "../../src/store/surveys/respondent-access-table.ts";
import {
  changeThirdPartyAccount,
  createThirdPartyAccount,
  findThirdPartyAccount,
} from "../../src/store/people/third-party-account-table.ts";
import { publishSurvey } from "../support/published-survey.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { applicationOf, listRespondents, loginCode, registerAccount } from "../support/third-party.ts";
import { createTeam, deleteTeam } from "../../src/store/teams/team-table.ts";

const actor = { userId: null, username: "acme_team", address: "" };

function find({ database }: TestPlatform, applicationId: number, openid: string) {
  return database.write((t) => runSteps(t, findThirdPartyAccount({ applicationId, openid })));
}

test("of calls that register one openid at once, one makes an account and the others leave nothing", async () => {
  const platform = await startTestPlatform();
  const { id: applicationId } = await applicationOf(platform, "acme_team");
  const account = { applicationId, openid: "p-1", nickname: "N", avatar: "", actor };
  const count = async () => {
    const rows = await platform.database.reader.kysely.selectFrom("accounts").select("id").execute();
    return rows.length;
  };
  const before = await count();
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => platform.database.write((t) => createThirdPartyAccount(t, account))),
  );
  expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
  expect(await count()).toBe(before + 1);
});

test("an account is changed by its own application alone", async () => {
  const platform = await startTestPlatform();
  const userId = await registerAccount(platform, "p-1");
  const [acme, birch] = [
    await applicationOf(platform, "acme_team"),
    await applicationOf(platform, "birch_team"),
  ];
  const change = { userId, nickname: "Other", avatar: undefined, actor };
  const changeBy = (applicationId: number) =>
    platform.database.write((t) => changeThirdPartyAccount(t, { ...change, applicationId }));
  expect(await changeBy(birch.id)).toBe(false);
  expect((await find(platform, acme.id, "p-1"))?.nickname).toBe("Nick p-1");
  expect(await changeBy(acme.id)).toBe(true);
  expect((await find(platform, acme.id, "p-1"))?.nickname).toBe("Other");
  expect(await find(platform, birch.id, "p-1")).toBeUndefined();
});

test("a list is read below an id, and shrinks", async () => {
  const platform = await startTestPlatform();
  const { id: applicationId } = await applicationOf(platform, "acme_team");
  const survey = await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]" });
  const respondentIds = [await registerAccount(platform, "p-1"), await registerAccount(platform, "p-2")];
  await listRespondents(platform, { surveyId: survey.id, respondentIds });
  const page = (lastId: number) =>
    platform.database.write((t) => runSteps(t, listAccess({ surveyId: survey.id, lastId, limit: 1 })));
  const [newest] = await page(0);
  expect(newest?.respondentId).toBe(respondentIds[1]);
  expect((await page(newest?.id ?? 0)).map((entry) => entry.respondentId)).toEqual([respondentIds[0]]);
  const change = { surveyId: survey.id, applicationId, respondentIds, actor };
  expect(await platform.database.write((t) => disallowRespondents(t, change))).toBe(true);
  expect(await page(0)).toEqual([]);
});

test("a deleted team takes the accounts of its application with it, and their surveys", async () => {
  const platform = await startTestPlatform();
  const userId = await registerAccount(platform, "p-1");
  await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]", ownerId: userId });
  const orphan = { name: "Orphan", actor: { userId, username: "third-party", address: "" } };
  const shared = { ...orphan, name: "Shared" };
  const orphaned = await platform.store.write(createTeam, orphan);
  const kept = await platform.store.write(createTeam, shared);
  const [orphanId, keptId] = [orphaned, kept].map((team) => ("id" in team ? team.id : 0));
  const bob = await userIdOf(platform, "bob");
  const { kysely } = platform.database.reader;
  await platform.database.write((t) =>
    t.kysely
      .insertInto("team_members")
      .values({ team_id: keptId ?? 0, user_id: bob, role: 4 })
      .execute(),
  );
  await loginCode(platform, { userId, scene: "user" });
  const ada = { userId: await userIdOf(platform, "ada"), username: "ada", address: "" };
  expect(
    await platform.store.write(deleteTeam, { teamId: await teamIdOf(platform, "Acme"), actor: ada }),
  ).toBe(true);
  for (const table of ["third_party_accounts", "login_codes"] as const)
    expect(await kysely.selectFrom(table).selectAll().execute()).toEqual([]);
  const users = await kysely.selectFrom("users").select("id").where("id", "=", userId).execute();
  const teams = await kysely.selectFrom("teams").select("id").execute();
  expect([users, teams.some(({ id }) => id === orphanId)]).toEqual([[], false]);
  const creators = await kysely
    .selectFrom("team_members")
    .select(["user_id", "role"])
    .where("team_id", "=", keptId ?? 0)
    .execute();
  expect(creators).toEqual([{ user_id: bob, role: 0 }]);
});
