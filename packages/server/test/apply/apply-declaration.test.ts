import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/apply/apply-declaration.ts";
import type { DeclarationInput } from "../../src/apply/declaration-schema.ts";
import { platformZone } from "../../src/model/platform-time.ts";
import { hashToken } from "../../src/model/token.ts";
import { verifyPassword } from "../../src/session/password.ts";
import { sampleDeclaration } from "./sample-declaration.ts";
import { temporaryDatabase, type TemporaryDatabase } from "./temporary-database.ts";

const zone = platformZone("Asia/Shanghai");

/** A database with the sample in it. */
async function sampleDatabase() {
  const temporary = await temporaryDatabase();
  const apply = (file: DeclarationInput) => applyDeclaration(temporary.database, file, { zone });
  await apply(sampleDeclaration());
  return { ...temporary, apply };
}

const sample = sampleDeclaration();
const [ada] = sample.users;
const [board] = sample.applications;
const [acme] = sample.teams;
const [customers] = sample.surveys;

function passwordOf({ store }: TemporaryDatabase, username: string): Promise<string | undefined> {
  return store.findUserByUsername(username).then((user) => user?.passwordHash);
}

const teamCredentials = (secret: string, accessTokenHash: string) => ({
  appid: "acme_team",
  secretHash: hashToken(secret),
  address: "203.0.113.7",
  accessTokenHash,
});

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
    const surveys = await store.listSurveys({
      ownerId: user?.id ?? 0,
      creatorUserId: undefined,
      page: 1,
      perPage: 20,
    });
    expect(surveys.list).toMatchObject([
      { key: "customer-2026", state: 2, answerCount: 2, pageCount: 1, questionCount: 2 },
    ]);
  });

  test("makes a team with its members, its application and its survey", async () => {
    const { store, rows } = await sampleDatabase();
    expect(await rows("team_members")).toMatchObject([{ role: 0 }, { role: 4 }]);
    const issued = await store.issueTeamToken(teamCredentials(acme.application.secret, "token"));
    expect(issued).toEqual({ expiresInSeconds: 7200 });
    const [team] = await rows("teams");
    const list = await store.listSurveys({
      ownerId: Number(team?.["id"]),
      creatorUserId: undefined,
      page: 1,
      perPage: 20,
    });
    expect(list.list).toMatchObject([
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
    expect(reports.map(({ users }) => users.created).toSorted()).toEqual([0, 2]);
    const before = await contents();
    await applyDeclaration(database, sample, { zone });
    expect(await contents()).toBe(before);
  });

  test("refers to people and teams that only the database has", async () => {
    const { apply, store } = await sampleDatabase();
    await apply({
      applications: [{ appid: "other_app", name: "Other", owner: "bob" }],
      surveys: [{ key: "new", owner: { team: "Acme" }, creator: "bob", title: "New", pages: [] }],
    });
    expect(await store.findApplication("other_app")).toMatchObject({ developer: "Bob <b>" });
  });
});

describe("passwords", () => {
  test("are made for new people without one, told once, and kept when the file is applied again", async () => {
    const temporary = await temporaryDatabase();
    const file = { users: [{ username: "ada" }, { username: "bob" }] };
    const { generated } = await applyDeclaration(temporary.database, file, { zone });
    expect(generated).toMatchObject([
      { kind: "password", username: "ada" },
      { kind: "password", username: "bob" },
    ]);
    for (const credential of generated) {
      if (credential.kind !== "password") throw new Error("Nothing but passwords was to be made");
      const stored = await passwordOf(temporary, credential.username);
      expect(await verifyPassword(credential.password, stored)).toBe(true);
    }
    const before = await temporary.contents();
    expect((await applyDeclaration(temporary.database, file, { zone })).generated).toEqual([]);
    expect(await temporary.contents()).toBe(before);
  });

  test("that change end the person's sessions, and only that person's", async () => {
    const { apply, store } = await sampleDatabase();
    await store.createSession({ hash: "of ada", userId: 1, lifetimeSeconds: 60, replaces: undefined });
    await store.createSession({ hash: "of bob", userId: 2, lifetimeSeconds: 60, replaces: undefined });
    await apply(sampleDeclaration());
    expect(await store.findSessionUser("of ada")).toBeDefined();
    await apply({ users: [{ username: "ada", password: "another password" }] });
    expect(await store.findSessionUser("of ada")).toBeUndefined();
    expect(await store.findSessionUser("of bob")).toBeDefined();
    const stored = (await store.findUserByUsername("ada"))?.passwordHash;
    expect(await verifyPassword("another password", stored)).toBe(true);
    expect(await verifyPassword(ada.password, stored)).toBe(false);
  });

  test("that somebody changes while the file is being applied are looked at again", async () => {
    const { apply, database, store } = await sampleDatabase();
    const applied = apply({ users: [{ username: "ada", password: ada.password }] });
    await database.write((t) =>
      t.kysely
        .updateTable("users")
        .set({ password_hash: "argon2id$19456$2$1$AAAAAAAAAAAAAAAAAAAAAA$AAAA" })
        .where("id", "=", 1)
        .execute(),
    );
    expect(await applied).toMatchObject({ users: { updated: 1 } });
    expect(await verifyPassword(ada.password, (await store.findUserByUsername("ada"))?.passwordHash)).toBe(
      true,
    );
  });
});

describe("disabling", () => {
  test("a person ends the sessions, which do not come back", async () => {
    const { apply, store } = await sampleDatabase();
    await store.createSession({ hash: "of bob", userId: 2, lifetimeSeconds: 60, replaces: undefined });
    await apply({ users: [{ username: "bob", disabled: true }] });
    expect(await store.findSessionUser("of bob")).toBeUndefined();
    await apply({ users: [{ username: "bob", disabled: false }] });
    expect(await store.findUserByUsername("bob")).toMatchObject({ disabled: false });
    expect(await store.findSessionUser("of bob")).toBeUndefined();
  });

  test("a team's application stops its token", async () => {
    const { apply, store } = await sampleDatabase();
    await store.issueTeamToken(teamCredentials(acme.application.secret, "token"));
    await apply({ teams: [{ name: "Acme", application: { appid: "acme_team", disabled: true } }] });
    expect(await store.findTeamPrincipal({ hash: "token", appid: "acme_team" })).toBeUndefined();
  });
});

describe("secrets", () => {
  test("are made for new applications without one, told once, and kept when the file is applied again", async () => {
    const { apply, store, contents } = await sampleDatabase();
    const file: DeclarationInput = {
      applications: [{ appid: "other_app", name: "Other", owner: "ada" }],
      teams: [
        {
          name: "Beta",
          plan: "premium",
          members: [{ username: "bob", role: "creator" }],
          application: { appid: "beta_team" },
        },
      ],
    };
    const { generated } = await apply(file);
    expect(generated).toEqual([
      { kind: "secret", appid: "beta_team", secret: expect.stringMatching(/^sops_[\w-]{32}$/) },
      { kind: "secret", appid: "other_app", secret: expect.stringMatching(/^sops_[\w-]{32}$/) },
    ]);
    const secretHash = generated[0]?.kind === "secret" ? hashToken(generated[0].secret) : "";
    const request = { appid: "beta_team", secretHash, address: "203.0.113.7", accessTokenHash: "token" };
    expect(await store.issueTeamToken(request)).toEqual({ expiresInSeconds: 7200 });
    const before = await contents();
    expect((await apply(file)).generated).toEqual([]);
    expect(await contents()).toBe(before);
  });

  test("that are given become the only one, and end the team token of whoever had another", async () => {
    const { apply, database, store, rows } = await sampleDatabase();
    await database.write((t) =>
      t.kysely
        .insertInto("application_secrets")
        .values({ application_id: 1, hash: "another", last_four: "ther", created_at: 0 })
        .execute(),
    );
    await store.issueTeamToken(teamCredentials(acme.application.secret, "token"));
    const secret = "new_secret_0123456789abcdef";
    await apply({ teams: [{ name: "Acme", application: { appid: "acme_team", secret } }] });
    const secrets = (await rows("application_secrets")).filter((row) => row["application_id"] === 1);
    expect(secrets).toMatchObject([{ hash: hashToken(secret), last_four: "cdef" }]);
    expect(await store.findTeamPrincipal({ hash: "token", appid: "acme_team" })).toBeUndefined();
    expect(await store.issueTeamToken(teamCredentials(acme.application.secret, "a"))).toEqual({
      refused: "invalid_client",
    });
    expect(await store.issueTeamToken(teamCredentials(secret, "b"))).toEqual({ expiresInSeconds: 7200 });
  });

  test("that stay the same leave the team token alone", async () => {
    const { apply, store } = await sampleDatabase();
    await store.issueTeamToken(teamCredentials(acme.application.secret, "token"));
    await apply(sampleDeclaration());
    expect(await store.findTeamPrincipal({ hash: "token", appid: "acme_team" })).toMatchObject({
      plan: "premium",
    });
  });

  test("and passwords are nowhere in the database", async () => {
    const { contents } = await sampleDatabase();
    const all = await contents();
    for (const value of [ada.password, sample.users[1].password, board.secret, acme.application.secret]) {
      expect(all).not.toContain(value);
    }
  });
});

describe("surveys", () => {
  const surveyRow = async ({ rows }: Pick<TemporaryDatabase, "rows">) => (await rows("surveys"))[0];
  const survey = customers;
  const { answers } = survey;

  test("keep their id, hash and question ids when they change, and say when that was", async () => {
    const { apply, rows } = await sampleDatabase();
    const before = await surveyRow({ rows });
    const report = await apply({ surveys: [{ ...survey, title: "Customers of 2026", state: "paused" }] });
    const after = await surveyRow({ rows });
    expect(report).toMatchObject({ surveys: { updated: 1 }, answers: { unchanged: 2 } });
    expect(after).toEqual({
      ...before,
      title: "Customers of 2026",
      state: 3,
      updated_at: after?.["updated_at"],
    });
    expect(Number(after?.["updated_at"])).toBeGreaterThan(Number(before?.["updated_at"]));
  });

  test("get further answers at the end, which does not count as a change of the survey", async () => {
    const { apply, rows } = await sampleDatabase();
    const before = await surveyRow({ rows });
    const third = { started_at: "2026-11-02 09:00:00", ended_at: "2026-11-02 09:00:01", values: { "1": 2 } };
    const stored = await rows("answers");
    const report = await apply({ surveys: [{ ...survey, answers: [...answers, third] }] });
    expect(report).toMatchObject({ surveys: { unchanged: 1 }, answers: { created: 1, unchanged: 2 } });
    expect(await surveyRow({ rows })).toEqual({ ...before, answer_count: 3 });
    const more = await rows("answers");
    expect(more.slice(0, 2)).toEqual(stored);
    expect(more[2]).toMatchObject({
      answer_id: 3,
      respondent_id: 0,
      started_at: Date.parse("2026-11-02T09:00:00+08:00"),
    });
  });

  test("keep answers that the file no longer lists", async () => {
    const { apply, contents } = await sampleDatabase();
    const before = await contents();
    await apply({ surveys: [{ ...survey, answers: answers.slice(0, 1) }] });
    await apply({ surveys: [{ ...survey, answers: [] }] });
    expect(await contents()).toBe(before);
  });

  test("may be reworded and extended without contradicting the answers that they have", async () => {
    const { apply, rows } = await sampleDatabase();
    const stored = await rows("answers");
    const [page] = survey.pages;
    const options = [{ text: "Friends and family" }, { text: "The press" }];
    const pages = [
      {
        questions: [
          { ...page.questions[0], options },
          page.questions[1],
          { type: "star", title: "Stars" } as const,
        ],
      },
    ];
    const [first, second] = answers;
    const reworded = [{ ...first, values: { "1": "The press" } }, second] as const;
    const report = await apply({ surveys: [{ ...survey, pages, answers: reworded }] });
    expect(report).toMatchObject({ surveys: { updated: 1 }, answers: { unchanged: 2 } });
    expect(await rows("answers")).toEqual(stored);
  });

  test.each([
    ["another choice", { ...answers[1], values: { "1": 2, "2": "No" } }],
    ["another text", { ...answers[1], values: { "1": 1, "2": "Yes" } }],
    ["an answer less", { ...answers[1], values: { "1": 1 } }],
    ["another beginning", { ...answers[1], started_at: "2026-11-01 09:59:59" }],
    ["another end", { ...answers[1], ended_at: "2026-11-01 10:01:01" }],
  ])("refuse %s for an answer that is stored", async (_, second) => {
    const { apply, contents } = await sampleDatabase();
    const before = await contents();
    const applied = apply({
      users: [{ username: "new" }],
      surveys: [{ ...survey, answers: [answers[0], second] }],
    });
    await expect(applied).rejects.toThrow(/^surveys\[0\]\.answers\[1\]: differs from the stored answer/);
    expect(await contents()).toBe(before);
  });

  test("compare long lists of answers to their end", async () => {
    const { apply, rows } = await sampleDatabase();
    const many = Array.from({ length: 1100 }, (_, at) => ({
      ...answers[0],
      values: { "1": 1, "2": `Remark ${at}` },
    }));
    const long = { ...survey, key: "long" };
    await apply({ surveys: [{ ...long, answers: many }] });
    const ids = (await rows("answers"))
      .filter((row) => row["survey_id"] === 3)
      .map((row) => row["answer_id"]);
    expect(ids).toEqual(many.map((_, at) => at + 1));
    expect(await apply({ surveys: [{ ...long, answers: many }] })).toMatchObject({
      answers: { created: 0, unchanged: 1100 },
    });
    const last = many.with(1099, { ...answers[0], values: { "1": 1, "2": "Other" } });
    await expect(apply({ surveys: [{ ...long, answers: last }] })).rejects.toThrow(
      "surveys[0].answers[1099]: differs",
    );
  });

  test("belong to their creator's account unless the file says who made them", async () => {
    const { apply, rows } = await temporaryDatabase().then((temporary) => ({
      ...temporary,
      apply: (file: DeclarationInput) => applyDeclaration(temporary.database, file, { zone }),
    }));
    await apply({
      users: [{ username: "ada" }],
      surveys: [{ key: "k", owner: { user: "ada" }, title: "T", pages: [] }],
    });
    expect(await rows("surveys")).toMatchObject([{ owner_id: 1, creator_user_id: 1, state: 0, scene: 1 }]);
  });

  test("have their window cleared by an empty text", async () => {
    const { apply, rows } = await sampleDatabase();
    await apply({ surveys: [{ ...sample.surveys[1], started_at: "", end_at: "" }] });
    expect((await rows("surveys"))[1]).toMatchObject({ started_at: null, end_at: null });
  });

  test("have their times in the zone that is configured", async () => {
    const { database, rows } = await temporaryDatabase();
    await applyDeclaration(database, sample, { zone: platformZone("America/New_York") });
    const [row] = await rows("answers");
    // The clocks are put back at two o'clock that night.
    expect(row).toMatchObject({ started_at: Date.parse("2026-11-01T09:00:00-05:00") });
  });
});

describe("a failure in the middle of writing", () => {
  test.each([
    "users",
    "teams",
    "team_members",
    "applications",
    "redirect_uris",
    "application_secrets",
    "surveys",
    "answers",
  ])("of %s leaves every table as it was", async (table) => {
    const { database, contents } = await temporaryDatabase();
    const before = await contents();
    await database.write((t) =>
      sql`create trigger break_it before insert on ${sql.table(table)} begin select raise(abort, 'broken on purpose'); end`.execute(
        t.kysely,
      ),
    );
    await expect(applyDeclaration(database, sample, { zone })).rejects.toThrow("broken on purpose");
    await database.write((t) => sql`drop trigger break_it`.execute(t.kysely));
    expect(await contents()).toBe(before);
    expect(await applyDeclaration(database, sample, { zone })).toMatchObject({ surveys: { created: 2 } });
  });
});
