import { describe, expect, test } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { InvalidDeclarationError, problemText } from "../../src/declaration/invalid-declaration-error.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { changedValue, type Path } from "./changed-value.ts";
import { sampleDeclaration } from "./sample-declaration.ts";
import { temporaryDatabase } from "./temporary-database.ts";

const zone = platformZone("Europe/Berlin");
const sample = sampleDeclaration();

const changed = (path: Path, value: unknown): unknown => changedValue(sample, path, value);

/** Every way in which the database refuses a file, in the order of the file's kinds; empty when it is applied. */
async function problemsOf(file: unknown, before: unknown = {}): Promise<readonly string[]> {
  const { database, contents } = await temporaryDatabase();
  await applyDeclaration(database, before, { zone });
  const untouched = await contents();
  const problems = await applyDeclaration(database, file, { zone }).then(() => [], problemsIn);
  expect((await contents()) === untouched || problems.length === 0).toBe(true);
  return problems.map(problemText);
}

function problemsIn(error: unknown): InvalidDeclarationError["problems"] {
  if (error instanceof InvalidDeclarationError) return error.problems;
  throw error;
}

const team = { name: "Beta", members: [{ username: "ada", role: "creator" }] };
const survey = { key: "k", owner: { user: "ada" }, title: "T", pages: [] };
const radio = { type: "radio", title: "Q", options: [{ text: "A" }] };

describe.skipIf(isOnPostgres())("a file is refused with the place and the reason", () => {
  const cases: readonly (readonly [Path, unknown, string])[] = [
    [["user"], [], "user: is not a key that belongs here"],
    [["surveys"], {}, "surveys: must be a list"],
    [["users", 2], "bob", "users[2]: must be an object"],
    [["users", 2], {}, "users[2].username: is missing"],
    [
      ["users", 2],
      { username: "a b" },
      "users[2].username: must be 1 to 64 letters, digits or . _ @ + - and begin with a letter or digit",
    ],
    [
      ["users", 2],
      { username: "e\u0301" },
      "users[2].username: must be in Unicode normal form C, as typed text is",
    ],
    [["users", 2], { username: "ada" }, "users[2].username: is in the file a second time"],
    [["users", 0, "password"], "1234567", "users[0].password: must have at least 8 characters"],
    [
      ["users", 0, "password"],
      12_345_678,
      "users[0].password: must be a text (in YAML, put quotes around it)",
    ],
    [["users", 0, "password"], "é".repeat(513), "users[0].password: is longer than 1024 bytes"],
    [["users", 0, "nickname"], "", "users[0].nickname: must have at least 1 character"],
    [["users", 0, "nickname"], "a\nb", "users[0].nickname: must be one line without control characters"],
    [
      ["users", 0, "nickname"],
      "\ud800",
      "users[0].nickname: must be well-formed Unicode without NUL characters",
    ],
    [["users", 0, "administrator"], 1, "users[0].administrator: must be true or false"],
    [["users", 0, "__proto__"], {}, "users[0].__proto__: is not a key that belongs here"],
    ...[
      "javascript:alert(1)",
      "//pictures.example/a",
      "https://a@pictures.example/",
      "https://pictures.example/\n",
      "data:image/png;base64,AAAA",
    ].map(
      (avatar) =>
        [
          ["users", 0, "avatar"],
          avatar,
          'users[0].avatar: must be "" or an absolute http or https address without user name, spaces and control characters',
        ] as const,
    ),
    [
      ["applications", 0, "appid"],
      "short",
      "applications[0].appid: must be 6 to 64 characters of A-Z a-z 0-9 _ -",
    ],
    [["applications", 0, "appid"], "acme_team", "teams[0].application.appid: is in the file a second time"],
    [
      ["applications", 0, "secret"],
      "too short",
      "applications[0].secret: must be 24 to 128 characters of A-Z a-z 0-9 _ -",
    ],
    [
      ["applications", 0, "owner"],
      "carol",
      "applications[0].owner: names no user of this file or the database",
    ],
    [["applications", 0, "name"], undefined, "applications[0].name: is missing"],
    [
      ["applications", 0, "redirect_uris", 1],
      "https://a.example/#",
      "applications[0].redirect_uris[1]: must not have a fragment, nor a bare #",
    ],
    [
      ["applications", 0, "redirect_uris", 1],
      "http://localhost:8788/callback",
      "applications[0].redirect_uris[1]: is in the file a second time",
    ],
    [["applications", 0, "Verified"], true, "applications[0].Verified: is not a key that belongs here"],
    ...[
      "data:image/svg+xml;base64,AAAA",
      "data:image/png;base64,AAA",
      "data:image/png;base64,",
      `data:image/png;base64,${"A".repeat(87_384)}`,
    ].map(
      (logo) =>
        [
          ["applications", 0, "logo"],
          logo,
          'applications[0].logo: must be "", an http or https address, or data:image/png|jpeg|webp|gif;base64 of at most 65536 bytes',
        ] as const,
    ),
    [["teams", 0, "plan"], "gold", "teams[0].plan: must be one of free, premium"],
    [["teams", 0, "members"], undefined, "teams[0].members: is missing: a new team needs its members"],
    [["teams", 0, "members", 0, "role"], "member", "teams[0].members: must have at least one creator"],
    [
      ["teams", 0, "members", 1, "role"],
      "boss",
      "teams[0].members[1].role: must be one of creator, team_admin, survey_admin, member",
    ],
    [
      ["teams", 0, "members", 1, "username"],
      "carol",
      "teams[0].members[1].username: names no user of this file or the database",
    ],
    [
      ["teams", 0, "members", 1, "username"],
      "ada",
      "teams[0].members[1].username: is in the file a second time",
    ],
    [["teams", 1], { ...team, name: "Acme" }, "teams[1].name: is in the file a second time"],
    [["teams", 0, "application", "appid"], undefined, "teams[0].application.appid: is missing"],
    [["surveys", 2], { ...survey, key: "team-2026" }, "surveys[2].key: is in the file a second time"],
    [
      ["surveys", 0, "owner"],
      { user: "ada", team: "Acme" },
      'surveys[0].owner: must be {"user": a username} or {"team": a team\'s name}',
    ],
    [
      ["surveys", 0, "owner"],
      { team: "Beta" },
      "surveys[0].owner.team: names no team of this file or the database",
    ],
    [
      ["surveys", 0, "owner"],
      { user: "carol" },
      "surveys[0].owner.user: names no user of this file or the database",
    ],
    [["surveys", 0, "creator"], "carol", "surveys[0].creator: names no user of this file or the database"],
    [
      ["surveys", 1, "creator"],
      undefined,
      "surveys[1].creator: is missing: a team's survey needs the user who made it",
    ],
    [["surveys", 0, "scene"], 2, "surveys[0].scene: must be one of 1, 3, 4, 5, 6, 7, 8, 9"],
    [["surveys", 0, "state"], "open", "surveys[0].state: must be one of draft, collecting, paused"],
    [["surveys", 1, "end_at"], "2026-10-31 23:59:59", "surveys[1].end_at: is before started_at"],
    [["surveys", 1, "end_at"], "tomorrow", 'surveys[1].end_at: must be "" or look like 2026-11-01 09:00:00'],
    [
      ["surveys", 1, "end_at"],
      "2026-11-31 00:00:00",
      "surveys[1].end_at: is not a day and time of the calendar",
    ],
    [
      ["surveys", 1, "end_at"],
      "2027-03-28 02:30:00",
      "surveys[1].end_at: is a time that no clock in Europe/Berlin showed",
    ],
    [
      ["surveys", 0, "pages", 0, "questions", 0, "type"],
      "radios",
      expect.stringContaining("surveys[0].pages[0].questions[0].type: must be one of radio, select,"),
    ],
    [
      ["surveys", 0, "pages", 0, "questions", 0, "options"],
      [],
      "surveys[0].pages[0].questions[0].options: must have at least 1 entry",
    ],
    [
      ["surveys", 0, "answers", 1, "values"],
      { "1": 3 },
      'surveys[0].answers[1].values["1"]: must be an option\'s number from 1 to 2, or its text',
    ],
    [["surveys", 0, "answers", 1, "values"], {}, 'surveys[0].answers[1].values["1"]: is required'],
    [
      ["surveys", 0, "answers", 1, "values", "9"],
      "x",
      'surveys[0].answers[1].values["9"]: names no question: there are 2',
    ],
    [
      ["surveys", 0, "answers", 1, "values", "first"],
      "x",
      "surveys[0].answers[1].values.first: must be a question number from 1",
    ],
    [
      ["surveys", 0, "answers", 1, "values", "1"],
      true,
      'surveys[0].answers[1].values["1"]: has a form that does not fit here',
    ],
    [
      ["surveys", 0, "answers", 1, "values", "__proto__"],
      "x",
      "surveys[0].answers[1].values.__proto__: is not a key that belongs here",
    ],
    [
      ["surveys", 0, "answers", 1, "ended_at"],
      "2026-11-01 09:59:59",
      "surveys[0].answers[1].ended_at: ended_at is before started_at",
    ],
    [
      ["surveys", 0, "answers", 1, "started_at"],
      "2026-03-29 02:30:00",
      "surveys[0].answers[1].started_at: is a time that no clock in Europe/Berlin showed",
    ],
  ];

  test.each(cases)("%j: %j", async (path, value, problem) => {
    expect(await problemsOf(changed(path, value))).toEqual([problem]);
  });

  test.each([
    ["nothing", null],
    ["a list", []],
    ["a text", "users"],
  ])("when it is %s", async (_, file) => {
    expect(await problemsOf(file)).toEqual(["the file: must be an object"]);
  });
});

describe("a file is refused because of what the database has", () => {
  test("when an appid is another application's", async () => {
    const file = {
      applications: [{ appid: "acme_team", name: "A", owner: "ada" }],
      teams: [
        { ...team, application: { appid: "demo_app" } },
        { name: "Acme", application: { appid: "acme_new" } },
      ],
    };
    expect(await problemsOf(file, sample)).toEqual([
      "applications[0].appid: belongs to a team's application",
      "teams[0].application.appid: belongs to another application",
      "teams[1].application.appid: differs from the appid that the team's application already has, which cannot be changed",
    ]);
  });

  test("when a team's appid is another team's", async () => {
    const file = { teams: [{ ...team, application: { appid: "acme_team" } }] };
    expect(await problemsOf(file, sample)).toEqual([
      "teams[0].application.appid: belongs to another application",
    ]);
  });

  test("when one end of a survey's window does not go with the other that is stored", async () => {
    const [, second] = sample.surveys;
    const { started_at: _, ...rest } = second;
    const file = { surveys: [{ ...rest, end_at: "2026-10-31 23:59:59" }] };
    expect(await problemsOf(file, sample)).toEqual(["surveys[0].end_at: is before started_at"]);
  });
});

describe.skipIf(isOnPostgres())("all problems of a file", () => {
  test("are reported together, wherever they are", async () => {
    const file = {
      users: [
        { username: "ada", password: "short" },
        { username: "ada", nickname: 7 },
      ],
      applications: [
        { appid: "x", name: "", owner: "carol", redirect_uris: ["http://App.example/#", "/cb"] },
      ],
      teams: [{ name: "Acme", plan: "gold", members: [{ username: "dave", role: "member" }] }],
      surveys: [
        {
          ...survey,
          owner: { team: "Beta" },
          creator: "erin",
          state: "open",
          pages: [{ questions: [radio] }],
          answers: [
            { started_at: "2026-11-01 09:00:00", ended_at: "2026-11-01 09:00:00", values: { "1": 2 } },
          ],
        },
      ],
    };
    const problems = await problemsOf(file);
    expect(problems.toSorted()).toEqual(
      [
        "applications[0].appid: must be 6 to 64 characters of A-Z a-z 0-9 _ -",
        "applications[0].name: must have at least 1 character",
        "applications[0].owner: names no user of this file or the database",
        "applications[0].redirect_uris[0]: must not have a fragment, nor a bare #",
        "applications[0].redirect_uris[1]: must be an absolute address that begins with https://, or with http:// on a loopback host",
        'surveys[0].answers[0].values["1"]: must be an option\'s number from 1 to 1, or its text',
        "surveys[0].creator: names no user of this file or the database",
        "surveys[0].owner.team: names no team of this file or the database",
        "surveys[0].state: must be one of draft, collecting, paused",
        "teams[0].members: must have at least one creator",
        "teams[0].members[0].username: names no user of this file or the database",
        "teams[0].plan: must be one of free, premium",
        "users[0].password: must have at least 8 characters",
        "users[1].nickname: must be a text (in YAML, put quotes around it)",
        "users[1].username: is in the file a second time",
      ].toSorted(),
    );
  });

  test("are listed in the message up to a number that a terminal can show", () => {
    const problems = Array.from({ length: 201 }, (_, at) => ({ path: ["users", at], message: "is wrong" }));
    const { message } = new InvalidDeclarationError(problems);
    expect(message.split("\n").slice(198)).toEqual([
      "users[198]: is wrong",
      "users[199]: is wrong",
      "and 1 more",
    ]);
  });
});
