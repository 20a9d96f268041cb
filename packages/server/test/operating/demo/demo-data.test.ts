import { describe, expect, it, test } from "vitest";
import { declarationSchema } from "../../../src/declaration/declaration-schema.ts";
import { demoCredentials, demoDeclaration } from "../../../src/operating/demo/demo-data.ts";
import type { DeclaredDemoSurvey } from "../../../src/operating/demo/demo-survey.ts";
import {
  buildAnswerPages,
  declaredAnswerSchema,
  declaredPagesSchema,
  normaliseDeclaredPages,
  platformZone,
  surveyScene,
} from "@survey-open-platform/surveys";

const redirectUris = ["http://127.0.0.1:8787/demo/callback", "http://localhost:8788/callback"];
const today = "2026-11-20";
const declaration = demoDeclaration({ redirectUris, today, isLocal: true });
const { users, applications, teams, surveys } = declaration;
const named = surveys.map((survey) => [survey.key, survey] as const);
const usernames = users.map((user) => user.username);
const chinese = /\p{Script=Han}/u;

function wirePages(survey: DeclaredDemoSurvey) {
  return normaliseDeclaredPages(declaredPagesSchema.parse(survey.pages), { idSeed: survey.key }).pages;
}

const questionsOf = (survey: DeclaredDemoSurvey) => wirePages(survey).flatMap((page) => page.questions);

const typesOf = (some: readonly DeclaredDemoSurvey[]) =>
  new Set(some.flatMap((survey) => questionsOf(survey).map((question) => question.type)));

/** All answers to one question, by its number. */
function valuesOf(key: string, index: number): unknown[] {
  const survey = surveys.find((one) => one.key === key);
  return (survey?.answers ?? []).map((answer) => answer.values[index]);
}

const mean = (values: readonly unknown[]): number =>
  values.map(Number).reduce((sum, value) => sum + value, 0) / values.length;

describe("the demo data", () => {
  it("is the same every time for the same day and addresses", () => {
    expect(demoDeclaration({ redirectUris, today, isLocal: true })).toEqual(declaration);
  });

  it("has the same answers on another day, at other times", () => {
    const other = demoDeclaration({ redirectUris, today: "2027-03-01", isLocal: true });
    const valuesIn = (data: typeof declaration) =>
      data.surveys.map(({ answers }) => answers.map((a) => a.values));
    const endsIn = (data: typeof declaration) =>
      data.surveys.flatMap(({ answers }) => answers.map((a) => a.ended_at));
    expect(valuesIn(other)).toEqual(valuesIn(declaration));
    expect(endsIn(other)).not.toEqual(endsIn(declaration));
  });

  it("could stand in a declarative file as it is", () => {
    expect(declarationSchema.safeParse(declaration).error).toBeUndefined();
  });

  it("has three people, one of them named in Chinese", () => {
    expect(users.map((user) => chinese.test(user.nickname))).toEqual([false, true, false]);
  });

  it("has an administrator, whose password is public, only where no other machine reaches it", () => {
    const reached = demoDeclaration({ redirectUris, today, isLocal: false });
    expect(users.map(({ administrator }) => administrator)).toEqual([false, false, true]);
    expect(reached.users.map(({ administrator }) => administrator)).toEqual([false, false, false]);
  });

  it("has a verified and an unverified application that redirect to their registered address", () => {
    expect(applications.map((application) => application.verified)).toEqual([true, false]);
    expect(applications[0]?.name).toBe("Insight Board");
    for (const application of applications) expect(application.redirect_uris).toEqual(redirectUris);
  });

  it("has a premium and a free team, each with an application and one creator", () => {
    expect(teams.map((team) => team.plan)).toEqual(["premium", "free"]);
    for (const team of teams) {
      expect(team.members.filter((member) => member.role === "creator")).toHaveLength(1);
    }
  });

  it("uses names and secrets that are valid, different, and plainly those of a demo", () => {
    const credentials = [...applications, ...teams.map((team) => team.application)];
    for (const { appid, secret } of credentials) {
      expect(appid).toMatch(/^demo_[A-Za-z0-9_-]{1,59}$/);
      expect(secret).toMatch(/^demo-secret-[A-Za-z0-9_-]{12,116}$/);
    }
    for (const user of users) expect(user.password).toMatch(/^demo-password-/);
    expect(new Set(credentials.map(({ appid }) => appid)).size).toBe(credentials.length);
    expect(new Set(credentials.map(({ secret }) => secret)).size).toBe(credentials.length);
    expect(Object.keys(demoCredentials)).toHaveLength(users.length + credentials.length);
  });

  it("names only people and teams that it has", () => {
    const teamNames = teams.map((team) => team.name);
    expect(usernames).toEqual(expect.arrayContaining(applications.map((application) => application.owner)));
    expect(usernames).toEqual(
      expect.arrayContaining(teams.flatMap((team) => team.members.map(({ username }) => username))),
    );
    expect(usernames).toEqual(expect.arrayContaining(surveys.map((survey) => survey.creator)));
    const owners = surveys.map(({ owner }) => ("user" in owner ? owner.user : owner.team));
    expect([...usernames, ...teamNames]).toEqual(expect.arrayContaining(owners));
  });

  it("has surveys of both people and of the premium team, in Chinese and in English", () => {
    const owners = surveys.map(({ owner }) => ("user" in owner ? owner.user : owner.team));
    expect(owners).toEqual(expect.arrayContaining(["ada", "lin", "Northstar Outfitters"]));
    expect(new Set(surveys.map((survey) => survey.key)).size).toBe(surveys.length);
    const languages = surveys.map((survey) => chinese.test(survey.title));
    expect(languages.filter(Boolean).length).toBeGreaterThanOrEqual(2);
    expect(languages.filter((isChinese) => !isChinese).length).toBeGreaterThanOrEqual(2);
  });

  it("has surveys in every state, and at least four with answers by the dozen", () => {
    expect(new Set(surveys.map((survey) => survey.state))).toEqual(
      new Set(["draft", "collecting", "paused"]),
    );
    expect(surveys.filter((survey) => survey.answers.length >= 24).length).toBeGreaterThanOrEqual(4);
    for (const survey of surveys) expect(Object.values(surveyScene)).toContain(survey.scene);
  });

  it("asks at least ten types of question in its main survey, and every type in all", () => {
    expect(typesOf(surveys.slice(0, 1)).size).toBeGreaterThanOrEqual(10);
    expect(typesOf(surveys).size).toBe(16);
  });
});

describe("the surveys of the demo", () => {
  test.each(named)("are valid with all their answers: %s", (_key, survey) => {
    const pages = wirePages(survey);
    for (const answer of survey.answers) {
      expect(declaredAnswerSchema.parse(answer)).toEqual(answer);
      expect(buildAnswerPages(pages, answer.values)).toMatchObject({ ok: true });
    }
  });

  test.each(named)(
    "were answered over recent weeks, in order, before today and in waking hours: %s",
    (_key, survey) => {
      const ends = survey.answers.map((answer) => answer.ended_at);
      expect(ends).toEqual(ends.toSorted());
      for (const { started_at: start, ended_at: end } of survey.answers) {
        expect(start < end).toBe(true);
        expect(end < `${today} 00:00:00`).toBe(true);
        expect(start > "2026-10-08 00:00:00").toBe(true);
        expect(start.slice(11) >= "07:00:00").toBe(true);
        expect(start.slice(0, 10)).toBe(end.slice(0, 10));
      }
    },
  );

  test.each(["Asia/Shanghai", "America/New_York", "Europe/Berlin", "America/Sao_Paulo"])(
    "were answered at times that clocks in %s showed",
    (name) => {
      const zone = platformZone(name);
      const times = surveys.flatMap(({ answers }) =>
        answers.flatMap((answer) => [answer.started_at, answer.ended_at]),
      );
      expect(times.filter((time) => zone.parse(time) === undefined)).toEqual([]);
    },
  );

  test.each(named)(
    "have no two remarks in the same words, and remarks in the survey's language: %s",
    (_key, survey) => {
      const open = questionsOf(survey).filter((question) => question.type === "textarea");
      const remarks = open.flatMap((question) =>
        survey.answers.map((answer) => answer.values[question.index]).filter((value) => value !== undefined),
      );
      expect(new Set(remarks).size).toBe(remarks.length);
      for (const remark of remarks)
        expect(chinese.test(JSON.stringify(remark))).toBe(chinese.test(survey.title));
    },
  );

  it("have plenty of remarks where it counts", () => {
    for (const [key, index] of [
      ["demo-customers-autumn", 9],
      ["demo-canteen", 9],
    ] as const) {
      expect(valuesOf(key, index).filter((value) => value !== undefined).length).toBeGreaterThanOrEqual(18);
    }
  });

  it("are answered unevenly, as by people: every mark is given, good ones more often", () => {
    const marks = valuesOf("demo-customers-autumn", 7);
    expect(new Set(marks).size).toBeGreaterThanOrEqual(4);
    expect(mean(marks)).toBeGreaterThan(3.2);
    expect(mean(marks)).toBeLessThan(4.5);
    const heard = valuesOf("demo-customers-autumn", 2);
    expect(new Set(heard).size).toBe(5);
    expect(heard.filter((value) => value === 1).length).toBeGreaterThan(
      heard.filter((value) => value === 5).length,
    );
  });

  it("are answered in agreement with oneself: who gives high marks also recommends", () => {
    const marks = valuesOf("demo-customers-autumn", 7).map(Number);
    const scores = valuesOf("demo-customers-autumn", 8).map(Number);
    const scoresOf = (fits: (mark: number) => boolean) => scores.filter((_score, at) => fits(marks[at] ?? 0));
    expect(mean(scoresOf((mark) => mark >= 4))).toBeGreaterThan(mean(scoresOf((mark) => mark <= 3)) + 1);
  });
});

describe("a demo declaration", () => {
  it("is refused for a day that does not exist", () => {
    expect(() => demoDeclaration({ redirectUris, today: "2026-02-30", isLocal: true })).toThrow(RangeError);
  });
});
