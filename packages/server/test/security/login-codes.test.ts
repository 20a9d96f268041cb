import { beforeEach, describe, expect, it, test } from "vitest";
import { Browser, type Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { expectErrorPage } from "../support/expect-safe.ts";
import { publishSurvey, sendPage } from "../support/published-survey.ts";
import { teamIdOf } from "../support/routes/team-routes.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { loginCode, redirectLink, registerAccount } from "../support/third-party.ts";
import { setUserDisabled } from "../../src/store/people/user-administration.ts";

const english = { "accept-language": "en" };

let platform: TestPlatform;
let userId: number;

beforeEach(async () => {
  platform = await startTestPlatform();
  userId = await registerAccount(platform, "p-1");
});

const codeFor = (scene: "user" | "respondent" = "user") => loginCode(platform, { userId, scene });
const linkWith = (code: string, more: Record<string, string | number> = {}) =>
  redirectLink({ appid: "acme_team", code, action: "my_surveys", ...more });

async function whoIsSignedIn(browser: Browser): Promise<string | undefined> {
  const page = await browser.get("/", english);
  return /You are signed in as <bdi class="name">([^<]*)<\/bdi>/.exec(page.html)?.[1];
}

describe("a login code signs an account in", () => {
  it("once, and leads to the page of the action by 302", async () => {
    const browser = new Browser(platform);
    const code = await codeFor();
    const page = await browser.get(linkWith(code));
    expect([page.status, page.location]).toEqual([302, "/surveys"]);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(await whoIsSignedIn(browser)).toBe("Nick p-1");
    const other = new Browser(platform);
    const again = await other.get(linkWith(code), english);
    expectErrorPage(again);
    expect(again.html).toContain("<h1>This link has expired</h1>");
    expect(other.cookies.has(sessionCookie)).toBe(false);
  });

  it("in one of twenty browsers that bring it at once", async () => {
    const code = await codeFor();
    const browsers = Array.from({ length: 20 }, () => new Browser(platform));
    const pages = await Promise.all(browsers.map((browser) => browser.get(linkWith(code))));
    expect(pages.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(browsers.filter(({ cookies }) => cookies.has(sessionCookie))).toHaveLength(1);
  });

  it("for one minute", async () => {
    const code = await codeFor();
    platform.clock.now += 60_000;
    expectErrorPage(await new Browser(platform).get(linkWith(code)));
    const fresh = await codeFor();
    platform.clock.now += 59_999;
    expect((await new Browser(platform).get(linkWith(fresh))).status).toBe(302);
  });

  test.each([
    ["survey_create", {}, "/surveys/new"],
    ["org_surveys", { org_id: 7 }, "/surveys?team=7"],
    ["org_survey_create", { org_id: 7 }, "/surveys/new?team=7"],
    ["survey_edit", { survey_id: 9 }, "/surveys/9/edit"],
    ["survey_setting", { survey_id: 9 }, "/surveys/9/settings"],
    ["survey_overview", { survey_id: 9 }, "/surveys/9/results"],
    ["survey_print", { survey_id: 9 }, "/surveys/9/preview"],
    ["answer_detail", { survey_id: 9, answer_id: 3 }, "/surveys/9/results/answers/3"],
    ["org_info", { org_id: 7 }, "/teams/7"],
    ["org_contacts", { org_id: 7 }, "/teams/7/members"],
  ] as const)("the action %s leads to its page", async (action, ids, path) => {
    const page = await new Browser(platform).get(linkWith(await codeFor(), { action, ...ids }));
    expect([page.status, page.location]).toEqual([302, path]);
    const without = await new Browser(platform).get(redirectLink({ action, ...ids }));
    expect([without.status, without.location]).toEqual([302, path]);
  });

  it("and what it signed in ends when the account is disabled, and does not return", async () => {
    const browser = new Browser(platform);
    await browser.get(linkWith(await codeFor()));
    const left = await codeFor();
    const operator = { userId: null, username: "operator", address: "" };
    const change = { username: `third-party:${userId}`, actor: operator };
    await platform.store.write(setUserDisabled, { ...change, disabled: true });
    expect(await whoIsSignedIn(browser)).toBeUndefined();
    await platform.store.write(setUserDisabled, { ...change, disabled: false });
    expect(await whoIsSignedIn(browser)).toBeUndefined();
    expectErrorPage(await new Browser(platform).get(linkWith(left)));
  });
});

/** Holds that a link signs no one in and leaves everything as it was. */
async function expectRefused(attack: () => Promise<Page>): Promise<Page> {
  const before = await databaseContents(platform);
  const page = await attack();
  expectErrorPage(page);
  expect(page.headers.getSetCookie().filter((line) => /session/.test(line))).toEqual([]);
  expect(await databaseContents(platform)).toEqual(before);
  return page;
}

describe("a link that signs in is refused, and its code is not used up,", () => {
  const attacks: Readonly<Record<string, (code: string) => readonly [string, RequestInit?]>> = {
    "by HEAD": (code) => [linkWith(code), { method: "HEAD" }],
    "as a prefetch": (code) => [linkWith(code), { headers: { "sec-purpose": "prefetch" } }],
    "as an image": (code) => [linkWith(code), { headers: { "sec-fetch-dest": "image" } }],
    "in a frame": (code) => [linkWith(code), { headers: { "sec-fetch-dest": "iframe" } }],
    "with another application": (code) => [linkWith(code, { appid: "birch_team" })],
    "without an application": (code) => [redirectLink({ code, action: "my_surveys" })],
    "with the code in other letters": (code) => [linkWith(code.toUpperCase())],
    "with an unknown action": (code) => [linkWith(code, { action: "https://evil.example/" })],
    "with a name that every object has": (code) => [linkWith(code, { action: "constructor" })],
    "without the id that its action needs": (code) => [linkWith(code, { action: "survey_edit" })],
    "with a path in place of an id": (code) => [
      linkWith(code, { action: "survey_edit", survey_id: "//evil.example" }),
    ],
    "with an action twice": (code) => [`${linkWith(code)}&action=survey_create`],
    "with a code twice": (code) => [`${linkWith(code)}&code=x`],
  };
  it.each(Object.entries(attacks))("%s", async (_, attack) => {
    const code = await codeFor();
    const [path, init] = attack(code);
    await expectRefused(() => new Browser(platform).send(path, init ?? {}));
    expect((await new Browser(platform).get(linkWith(code))).status).toBe(302);
  });

  it("for a respondent's code that asks for a page of editors", async () => {
    const code = await codeFor("respondent");
    await expectRefused(() => new Browser(platform).get(linkWith(code)));
  });

  it("for a survey of another team, as for none", async () => {
    const birch = await teamIdOf(platform, "Birch");
    const survey = await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]", ownerId: birch });
    const code = await codeFor("respondent");
    for (const id of [survey.id, 999_999]) {
      const link = linkWith(code, { action: "survey_answer", survey_id: id });
      expect((await expectRefused(() => new Browser(platform).get(link))).status).toBe(404);
    }
  });

  it("once its application is disabled, or deleted", async () => {
    const code = await codeFor();
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("applications").set({ disabled: 1 }).where("appid", "=", "acme_team").execute(),
    );
    await expectRefused(() => new Browser(platform).get(linkWith(code)));
  });
});

describe("a browser keeps who is signed in", () => {
  it("until its user agrees to another account, and then the old session ends (login CSRF)", async () => {
    const browser = await signedInBrowser(platform);
    const ada = new Map(browser.cookies);
    const page = await browser.get(linkWith(await codeFor()), english);
    expect(page.status).toBe(200);
    expect(page.html).toContain("Continue with another account?");
    expect(await whoIsSignedIn(browser)).toBe("Ada");
    const gone = await browser.submit(page, "/login/code");
    expect([gone.status, gone.location]).toEqual([303, "/surveys"]);
    expect(await whoIsSignedIn(browser)).toBe("Nick p-1");
    const old = new Browser(platform);
    for (const [name, value] of ada) old.cookies.set(name, value);
    expect(await whoIsSignedIn(old)).toBeUndefined();
  });

  it("when the form of that question comes from elsewhere", async () => {
    const browser = await signedInBrowser(platform);
    const page = await browser.get(linkWith(await codeFor()), english);
    const forged = { link: /name="link" value="([^"]*)"/.exec(page.html)?.[1] ?? "", csrf: "x" };
    expect((await browser.post("/login/code", forged)).status).toBe(403);
    expect(await whoIsSignedIn(browser)).toBe("Ada");
  });

  it("but another account of the same application takes its place at once", async () => {
    const other = await registerAccount(platform, "p-2");
    const browser = new Browser(platform);
    await browser.get(linkWith(await codeFor()));
    await browser.get(linkWith(await loginCode(platform, { userId: other, scene: "user" })));
    expect(await whoIsSignedIn(browser)).toBe("Nick p-2");
  });

  it("and a session that was planted before has no effect (session fixation)", async () => {
    const browser = new Browser(platform);
    await browser.get(linkWith(await codeFor()));
    const planted = browser.cookies.get(sessionCookie);
    await browser.get(linkWith(await codeFor()));
    expect(browser.cookies.get(sessionCookie)).not.toBe(planted);
    const attacker = new Browser(platform);
    attacker.cookies.set(sessionCookie, planted ?? "");
    expect(await whoIsSignedIn(attacker)).toBeUndefined();
  });
});

it("a respondent whom a code signed in signs out on the pages of the survey, and the next person answers without that name", async () => {
  const acme = await teamIdOf(platform, "Acme");
  const parts = { text: "A\n\n\n\nB[Single Line Text][Optional]", ownerId: acme };
  const survey = await publishSurvey(platform, { ...parts, settings: { once: "person" } });
  const browser = new Browser(platform);
  const link = linkWith(await codeFor("respondent"), { action: "survey_answer", survey_id: survey.id });
  await browser.get(link);
  const kept = new Browser(platform);
  for (const [name, value] of browser.cookies) kept.cookies.set(name, value);
  const page = await browser.get(survey.path);
  expect(page.html).toContain("Nick p-1");
  platform.clock.now += 5000;
  const done = await browser.follow(sendPage(browser, page, []));
  for (const shown of [done, await browser.get(survey.path)])
    expect(shown.html).toContain(`${survey.path}leave`);
  const left = await browser.submit(done, `${survey.path}leave`);
  expect([left.status, left.location]).toEqual([303, survey.path]);
  expect([...browser.cookies.keys()].filter((name) => name.includes("respondent"))).toEqual([]);
  for (const one of [browser, kept]) {
    const next = await one.get(survey.path);
    expect(next.html).not.toContain("Nick p-1");
    expect(next.html).not.toContain(`${survey.path}leave`);
  }
});

describe("a session that a code began", () => {
  it("passes no step-up: no password was given, and there is none", async () => {
    const browser = new Browser(platform);
    await browser.get(linkWith(await codeFor()));
    const asked = await browser.get("/account/delete");
    expect(asked.location).toContain("/account/confirm");
    const page = await browser.get(asked.location ?? "");
    for (const password of ["", "x", "third-party"]) {
      const refused = await browser.submit(page, "/account/confirm", { password });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.status).toBeLessThan(500);
    }
  });

  it("of a respondent opens no page of a user", async () => {
    const acme = await teamIdOf(platform, "Acme");
    const survey = await publishSurvey(platform, { text: "A\n\n\n\nB[Single Line Text]", ownerId: acme });
    const browser = new Browser(platform);
    const link = linkWith(await codeFor("respondent"), { action: "survey_answer", survey_id: survey.id });
    const page = await browser.get(link);
    expect([page.status, page.location]).toEqual([302, survey.path]);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect((await browser.get("/surveys")).location).toMatch(/^\/login\?/);
    const cookie = browser.cookies.get("sop_respondent_session") ?? "";
    browser.cookies.set(sessionCookie, cookie);
    expect((await browser.get("/surveys")).location).toMatch(/^\/login\?/);
  });

  it("does not begin with the name of an account and any password", async () => {
    const browser = new Browser(platform);
    const form = await browser.get("/login");
    const fields = { username: `third-party:${userId}`, password: "third-party-1" };
    expect((await browser.submit(form, "/login", fields)).status).toBe(401);
  });
});
