import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { platformZone } from "@survey-open-platform/surveys";
import type { Store } from "../../src/store/store.ts";
import { verifyPassword } from "../../src/session/password.ts";
import { sampleDatabase } from "./sample-database.ts";
import { sampleDeclaration } from "./sample-declaration.ts";
import { temporaryDatabase } from "./temporary-database.ts";
import { reachOfOwner } from "../../src/store/surveys/survey-reach.ts";
import { readSteps } from "../support/read-steps.ts";
import { requestTeamToken } from "../support/grant-request.ts";

const zone = platformZone("Asia/Shanghai");

const sample = sampleDeclaration();
const [ada] = sample.users;
const [board] = sample.applications;
const [acme] = sample.teams;
const [customers] = sample.surveys;

/** An owner's surveys with their pages, ascending by id. */
async function surveysOf(store: Store, owner: unknown) {
  const ownerId = Number(owner);
  const reach = reachOfOwner(ownerId);
  const request = { reach, creatorUserId: undefined, page: 1, perPage: 20 };
  const { list } = await readSteps(store, store.listSurveys(request));
  return Promise.all(list.map(({ id }) => readSteps(store, store.findSurvey({ surveyId: id, ...reach }))));
}

describe("applying a declarative file", () => {
  test("makes everything that it holds", async () => {
    const { store, database } = await temporaryDatabase();
    const report = await applyDeclaration(database, sample, { zone });
    expect(report).toEqual({
      users: { created: 2, updated: 0, unchanged: 0 },
      applications: { created: 2, updated: 0, unchanged: 0 },
      teams: { created: 1, updated: 0, unchanged: 0 },
      surveys: { created: 2, updated: 0, unchanged: 0 },
      answers: { created: 2, updated: 0, unchanged: 0 },
      teamIds: [{ name: acme.name, id: expect.any(Number) }],
      replacedSecrets: [],
      overwritten: [],
      overwrittenTeams: [],
      generated: [],
    });
    const user = await store.findUserByUsername("ada");
    expect(user).toMatchObject({ nickname: "Ada", administrator: true, disabled: false, avatar: ada.avatar });
    expect(await verifyPassword(ada.password, user?.passwordHash)).toBe(true);
    expect(await store.findApplication("demo_app")).toMatchObject({
      kind: "web",
      name: "Insight Board",
      developer: "Ada",
      verified: true,
      redirectUris: board.redirect_uris,
    });
    expect(await surveysOf(store, user?.id)).toMatchObject([
      { key: "customer-2026", state: 2, answerCount: 2, pageCount: 1, questionCount: 2 },
    ]);
  });

  test("makes a team with its members, its application and its survey", async () => {
    const { store, rows } = await sampleDatabase();
    expect(await rows("team_members")).toMatchObject([{ role: 0 }, { role: 4 }]);
    expect(await requestTeamToken(store, acme.application.secret)).toMatchObject({ expires_in: 7200 });
    const [team] = await rows("teams");
    expect(await surveysOf(store, team?.["id"])).toMatchObject([
      {
        title: "Team 2026",
        startedAt: Date.parse("2026-11-01T00:00:00+08:00"),
        endAt: Date.parse("2026-12-01T00:00:00+08:00"),
      },
    ]);
  });

  test("twice changes nothing at all", async () => {
    const { apply, contents } = await sampleDatabase();
    const before = await contents();
    const report = await apply(sampleDeclaration());
    expect(await contents()).toBe(before);
    expect(report).toEqual({
      users: { created: 0, updated: 0, unchanged: 2 },
      applications: { created: 0, updated: 0, unchanged: 2 },
      teams: { created: 0, updated: 0, unchanged: 1 },
      surveys: { created: 0, updated: 0, unchanged: 2 },
      answers: { created: 0, updated: 0, unchanged: 2 },
      teamIds: [{ name: acme.name, id: expect.any(Number) }],
      replacedSecrets: [],
      overwritten: [],
      overwrittenTeams: [],
      generated: [],
    });
  });

  test("leaves everything that it does not mention as it is", async () => {
    const { apply, contents } = await sampleDatabase();
    const before = await contents();
    await apply({});
    await apply({
      users: [{ username: "ada" }],
      applications: [{ appid: "demo_app", name: "Insight Board", owner: "ada" }],
      teams: [{ name: "Acme", application: { appid: "acme_team" } }],
      surveys: [
        { key: "customer-2026", owner: { user: "ada" }, title: customers.title, pages: customers.pages },
        { ...sample.surveys[1], creator: undefined },
      ],
    });
    expect(await contents()).toBe(before);
  });

  test("changes exactly the fields that are different", async () => {
    const { apply, store } = await sampleDatabase();
    const report = await apply({
      users: [{ username: "ada", nickname: "Countess" }],
      applications: [{ ...board, name: "Board", owner: "bob", verified: false }],
    });
    expect(report).toMatchObject({ users: { updated: 1 }, applications: { updated: 1 } });
    expect(await store.findUserByUsername("ada")).toMatchObject({
      nickname: "Countess",
      administrator: true,
    });
    expect(await store.findApplication("demo_app")).toMatchObject({
      name: "Board",
      developer: "Bob <b>",
      verified: false,
    });
  });

  test("sets the callback addresses to exactly those listed", async () => {
    const { apply, store } = await sampleDatabase();
    const redirect_uris = ["https://board.example/new", board.redirect_uris[0]];
    await apply({ applications: [{ ...board, redirect_uris }] });
    const application = await store.findApplication("demo_app");
    expect(application?.redirectUris.toSorted()).toEqual(redirect_uris.toSorted());
    await apply({ applications: [{ ...board, redirect_uris: [] }] });
    expect((await store.findApplication("demo_app"))?.redirectUris).toEqual([]);
  });

  test("sets a team's members, their roles and its plan to exactly those given", async () => {
    const { apply, rows } = await sampleDatabase();
    const members = [
      { username: "carol", role: "team_admin" },
      { username: "bob", role: "creator" },
    ] as const;
    await apply({
      users: [{ username: "carol" }],
      teams: [{ name: "Acme", plan: "free", members }],
    });
    const [bob, carol] = (await rows("users")).slice(1).map((row) => row["id"]);
    const present = await rows("team_members");
    expect(present.map((row) => [row["user_id"], row["role"]])).toEqual([
      [bob, 0],
      [carol, 2],
    ]);
    expect(await rows("teams")).toMatchObject([{ plan: "free" }]);
  });

  test("in two runs at once has the effect of one", async () => {
    const { database, contents } = await temporaryDatabase();
    const reports = await Promise.all([1, 2].map(() => applyDeclaration(database, sample, { zone })));
    expect(new Set(reports.map(({ users }) => users.created))).toEqual(new Set([0, 2]));
    const before = await contents();
    await applyDeclaration(database, sample, { zone });
    expect(await contents()).toBe(before);
  });

  test.each([
    [undefined, 1],
    [false, 0],
  ] as const)(
    "freezes the applications of a user whom it disables, unless it says of one: disabled %s",
    async (disabled, frozen) => {
      const { database } = await temporaryDatabase();
      await applyDeclaration(database, sample, { zone });
      const { disabled: _sample, ...rest } = board;
      const changed = {
        users: [{ username: ada.username, disabled: true }],
        applications: [disabled === undefined ? rest : { ...rest, disabled }],
      };
      for (let time = 0; time < 2; time += 1) {
        await applyDeclaration(database, changed, { zone });
        const application = await database.reader.kysely
          .selectFrom("applications")
          .select("disabled")
          .where("appid", "=", board.appid)
          .executeTakeFirstOrThrow();
        expect(application.disabled).toBe(frozen);
      }
    },
  );

  test("refers to people and teams that only the database has", async () => {
    const { apply, store } = await sampleDatabase();
    await apply({
      applications: [{ appid: "other_app", name: "Other", owner: "bob" }],
      surveys: [{ key: "new", owner: { team: "Acme" }, creator: "bob", title: "New", pages: [] }],
    });
    expect(await store.findApplication("other_app")).toMatchObject({ developer: "Bob <b>" });
  });
});
