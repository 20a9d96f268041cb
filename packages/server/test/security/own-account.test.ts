import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { csrfTokenOf } from "@survey-open-platform/service";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { hashToken } from "../../src/model/token.ts";
import { verifyPassword } from "../../src/session/password.ts";
import { binSurveysOf } from "../support/bin-survey.ts";
import { Browser, type Page } from "../support/browser.ts";
import { countRows, databaseContents } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { obtainUserTokens, teamTokenParameters } from "../support/flows.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { waitingForLocks } from "../support/waiting-for-locks.ts";

const newPassword = "a sentence of my own";
let platform: TestPlatform;
let browser: Browser;

beforeEach(async () => {
  platform = await startTestPlatform();
  browser = await signedInBrowser(platform);
});

const isSignedIn = async (who: Browser) => (await who.get("/account")).status === 200;
const rowsOf = ({ html }: Page) => html.match(/role="rowheader"/g)?.length ?? 0;
const sessionOf = (who: Browser) => hashToken(who.cookies.get(sessionCookie) ?? "");

async function actions(): Promise<readonly string[]> {
  const rows = platform.database.reader.kysely.selectFrom("audit_log").select("action").orderBy("id");
  return (await rows.execute()).map(({ action }) => action);
}

describe("sessions", () => {
  it("are listed with browser and network, and none of another user", async () => {
    const elsewhere = new Browser(platform);
    const agent = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0" };
    const form = await elsewhere.get("/login");
    const csrf = /name="csrf" value="([^"]*)"/.exec(form.html)?.[1] ?? "";
    await elsewhere.post(
      "/login",
      { username: "ada", password: sampleSecrets.ada, csrf, return_to: "" },
      agent,
    );
    await signedInBrowser(platform, "bob");
    const { html } = await browser.get("/account/sessions?lang=en");
    expect(html).toContain("Firefox on Windows");
    expect(html.match(/role="rowheader"/g)).toHaveLength(2);
    expect(html.match(/This browser/g)).toHaveLength(1);
  });

  it("are found by browser, system and network, page by page", async () => {
    for (let made = 0; made < 24; made += 1) await signedInBrowser(platform);
    const own = await browser.get("/account/sessions");
    const next = /href="(\/account\/sessions\?after=[^"]+)" rel="next"/.exec(own.html)?.[1] ?? "";
    const pages = [own, await browser.get(next)];
    expect(pages.map(rowsOf)).toEqual([20, 5]);
    expect(new Set(pages.flatMap(({ html }) => html.match(/name="session" value="[^"]+"/g))).size).toBe(24);
    const windows = { user_agent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0", network: "198.51.100.0/24" };
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("sessions").set(windows).where("hash", "=", sessionOf(browser)).execute(),
    );
    const find = (search: string) => browser.get(`/account/sessions?q=${encodeURIComponent(search)}`);
    expect(rowsOf(await find("firefox windows"))).toBe(1);
    expect(rowsOf(await find("198.51"))).toBe(1);
    expect(rowsOf(await find("firefox linux"))).toBe(0);
  });

  it("end one by one and all others at once, on every node from the next request", async () => {
    const [second, third, bob] = [
      await signedInBrowser(platform),
      await signedInBrowser(platform),
      await signedInBrowser(platform, "bob"),
    ];
    const page = await browser.get("/account/sessions");
    await browser.submit(page, "/account/sessions/end", { session: sessionOf(second) });
    expect([await isSignedIn(second), await isSignedIn(second), await isSignedIn(second)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await isSignedIn(third)).toBe(true);
    await browser.submit(page, "/account/sessions/end-others");
    expect([await isSignedIn(third), await isSignedIn(third), await isSignedIn(third)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([await isSignedIn(browser), await isSignedIn(bob)]).toEqual([true, true]);
    expect(await actions()).toEqual(["sessions.ended", "sessions.ended"]);
  });

  it.each(["", "x", "A".repeat(43), "%00".repeat(10), "' or 1=1 --"])(
    "%j is none, and nothing changes",
    async (session) => {
      await signedInBrowser(platform);
      const page = await browser.get("/account/sessions");
      const before = await databaseContents(platform);
      expect((await browser.submit(page, "/account/sessions/end", { session })).status).toBe(404);
      expect(await databaseContents(platform)).toEqual(before);
    },
  );
});

async function changePassword(fields: Readonly<Record<string, string>> = {}, who = browser): Promise<Page> {
  const page = await who.get("/account/password");
  const given = { old_password: sampleSecrets.ada, password: newPassword, ...fields };
  return who.submit(page, "/account/password", given);
}

describe("a change of the password", () => {
  it("ends every other session and forgets every other browser", async () => {
    const elsewhere = new Browser(platform);
    await elsewhere.signIn("ada", sampleSecrets.ada);
    expect((await changePassword()).location).toBe("/account/security?notice=password_changed");
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect(await countRows(platform, "devices")).toBe(0);
    expect((await new Browser(platform).signIn("ada", sampleSecrets.ada)).status).toBe(401);
    expect((await new Browser(platform).signIn("ada", newPassword)).status).toBe(200);
  });

  it.each([
    [{ old_password: "" }, 400],
    [{ old_password: "wrong" }, 401],
    [{ old_password: sampleSecrets.bob }, 401],
    [{ password: "short" }, 400],
    [{ password: "ADA" }, 400],
    [{ password: "x".repeat(1025) }, 400],
  ])("is refused with %j and ends nothing", async (fields, status) => {
    const elsewhere = await signedInBrowser(platform);
    const page = await changePassword(fields);
    expect(page.status).toBe(status);
    for (const password of [sampleSecrets.ada, newPassword]) expect(page.html).not.toContain(password);
    expect(await isSignedIn(elsewhere)).toBe(true);
    const { passwordHash } = (await platform.store.findUserByUsername("ada")) ?? {};
    expect(await verifyPassword(sampleSecrets.ada, passwordHash)).toBe(true);
  });

  it("counts wrong old passwords like attempts to sign in", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1)
      statuses.push((await changePassword({ old_password: "wrong" })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const refused = await changePassword({ old_password: "wrong" });
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  });

  it("is made once when two change it at the same time, and the other one's session ends", async () => {
    const second = await signedInBrowser(platform);
    const results = await Promise.all([
      changePassword({ password: "the first sentence" }),
      changePassword({ password: "the second one" }, second),
    ]);
    expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 401]);
    const alive = [await isSignedIn(browser), await isSignedIn(second)];
    expect(alive).toEqual(results.map(({ status }) => status === 303));
  });

  it("leaves no password in the database, the audit log or any page", async () => {
    await changePassword();
    const contents = JSON.stringify(await databaseContents(platform));
    for (const password of [sampleSecrets.ada, newPassword]) expect(contents).not.toContain(password);
    expect(await actions()).toEqual(["password.changed"]);
  });
});

async function deleteAccount(who = browser, username = "ada"): Promise<Page> {
  const page = await who.get("/account/delete");
  return page.status === 200 ? who.submit(page, "/account/delete", { username }) : page;
}

/** Two users who both have the form open, and send it at once. @returns the statuses in ascending order */
async function deleteBothAtOnce(bob: Browser): Promise<readonly number[]> {
  const users = [
    { who: browser, username: "ada", page: await browser.get("/account/delete") },
    { who: bob, username: "bob", page: await bob.get("/account/delete") },
  ];
  const bothHaveRead = isOnPostgres() ? await holdAuditLog() : () => Promise.resolve();
  const results = users.map(({ who, username, page }) => who.submit(page, "/account/delete", { username }));
  await bothHaveRead();
  return (await Promise.all(results)).map(({ status }) => status).toSorted((one, other) => one - other);
}

/**
 * Makes each transaction wait before it commits.
 *
 * @returns what waits for two of them, which have read by then unless one holds what the other needs, and lets them go on
 */
async function holdAuditLog(): Promise<() => Promise<void>> {
  const [held, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = platform.database.write(async ({ kysely }) => {
    await kysely.selectFrom("audit_chain").selectAll().forUpdate().execute();
    held.resolve();
    await finish.promise;
  });
  onTestFinished(() => holding);
  await held.promise;
  return async () => {
    await expect.poll(() => waitingForLocks(platform)).toBe(2);
    finish.resolve();
  };
}

async function shareAcme(): Promise<void> {
  const members = [
    { username: "ada", role: "creator" },
    { username: "bob", role: "creator" },
  ] as const;
  await declare(platform, { teams: [{ name: "Acme", members: [...members] }] });
}

describe("the deletion of an account", () => {
  it("says in numbers what it takes with it", async () => {
    await shareAcme();
    await obtainUserTokens(platform, { browser });
    await binSurveysOf(platform, "ada");
    const { html } = await browser.get("/account/delete?lang=en");
    expect(html).toContain("You leave your teams: 1.");
    expect(html).toContain("1 applications lose access to your data.");
  });

  it("is refused as long as the user owns surveys, which have answers of others", async () => {
    await shareAcme();
    const page = await browser.get("/account/delete?lang=en");
    expect(page.html).toContain("You own 2 surveys");
    expect(page.html).not.toContain('action="/account/delete"');
    const before = await databaseContents(platform);
    const csrf = csrfTokenOf(browser.cookies.get(sessionCookie) ?? "");
    expect((await browser.post("/account/delete", { username: "ada", csrf })).status).toBe(409);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("deletes what is the user's own, and leaves what belongs to teams and others", async () => {
    await shareAcme();
    await binSurveysOf(platform, "ada");
    const tokens = await obtainUserTokens(platform, { browser });
    expect((await deleteAccount()).location).toBe("/");
    expect(await platform.store.findUserByUsername("ada")).toBeUndefined();
    expect(await isSignedIn(browser)).toBe(false);
    const { error } = await platform.call("/api/oauth2/user", {
      appid: "demo_app",
      access_token: tokens.access_token,
      openid: tokens.openid,
    });
    expect(error.type).toBe("invalid_token");
    const surveys = platform.database.reader.kysely
      .selectFrom("surveys")
      .select("declared_key")
      .orderBy("declared_key");
    expect((await surveys.execute()).map(({ declared_key: key }) => key)).toEqual([
      "acme-1",
      "acme-2",
      "birch-1",
      "bob-1",
    ]);
    expect((await platform.call("/api/oauth2/access_token", teamTokenParameters)).code).toBe("OK");
    expect((await actions()).at(-1)).toBe("user.deleted");
  });

  it("ends the tokens of users for the applications that go with it", async () => {
    await shareAcme();
    await binSurveysOf(platform, "bob");
    const tokens = await obtainUserTokens(platform, { browser });
    for (const name of ["Acme", "Birch", "Free"])
      await declare(platform, { teams: [{ name, members: [{ username: "ada", role: "creator" }] }] });
    expect((await deleteAccount(await signedInBrowser(platform, "bob"), "bob")).location).toBe("/");
    const { error } = await platform.call("/api/oauth2/user", {
      appid: "demo_app",
      access_token: tokens.access_token,
      openid: tokens.openid,
    });
    expect(error.type).toBe("invalid_token");
  });

  it.each(["", "bob", "ADA", "ada "])("is refused when %j is typed for the username", async (username) => {
    await shareAcme();
    await binSurveysOf(platform, "ada");
    const before = await databaseContents(platform);
    expect((await deleteAccount(browser, username)).status).toBe(400);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("is refused to the only creator of a team, also when two creators leave at once", async () => {
    const page = await browser.get("/account/delete?lang=en");
    expect(page.html).toContain("You are the only creator");
    expect(page.html).not.toContain('action="/account/delete"');
    // Bob's other team keeps a creator, who takes over what Bob made for it.
    await declare(platform, {
      users: [{ username: "cleo", password: "cleo-sample-password" }],
      teams: ["Birch", "Free"].map((name) => ({
        name,
        members: [{ username: "cleo", role: "creator" as const }],
      })),
    });
    await shareAcme();
    for (const username of ["ada", "bob"]) await binSurveysOf(platform, username);
    const bob = await signedInBrowser(platform, "bob");
    expect(await deleteBothAtOnce(bob)).toEqual([303, 409]);
    expect(await countRows(platform, "users")).toBe(2);
  });

  it("is refused to the only administrator, also when two leave at once", async () => {
    await declare(platform, {
      users: [{ username: "cleo", password: "cleo-sample-password" }],
      teams: ["Acme", "Birch", "Free"].map((name) => ({
        name,
        members: [{ username: "cleo", role: "creator" as const }],
      })),
    });
    await declare(platform, {
      users: [
        { username: "ada", administrator: true },
        { username: "bob", administrator: true },
      ],
    });
    for (const username of ["ada", "bob"]) await binSurveysOf(platform, username);
    const bob = await signedInBrowser(platform, "bob");
    expect(await deleteBothAtOnce(bob)).toEqual([303, 409]);
    expect(await countRows(platform, "users")).toBe(2);
  });
});

describe("the profile", () => {
  it("changes the nickname, the language of pages and the zone of times", async () => {
    await obtainUserTokens(platform, { browser });
    const page = await browser.get("/account");
    await browser.submit(page, "/account", {
      nickname: "Countess",
      language: "zh-CN",
      time_zone: "America/New_York",
    });
    const shown = await browser.get("/account/applications");
    expect(shown.html).toContain('<html lang="zh-CN">');
    expect(shown.html).toContain("America/New_York");
    expect((await platform.store.findUserByUsername("ada"))?.nickname).toBe("Countess");
    expect(await actions()).toEqual(["consent.given", "profile.changed"]);
  });

  it.each([
    { nickname: "" },
    { nickname: "two\nlines" },
    { nickname: "x".repeat(101) },
    { language: "xx" },
    { time_zone: "Mars/Olympus" },
  ])("is refused with %j", async (fields) => {
    const page = await browser.get("/account");
    const given = { nickname: "Ada", language: "", time_zone: "", ...fields };
    const before = await databaseContents(platform);
    expect((await browser.submit(page, "/account", given)).status).toBe(400);
    expect(await databaseContents(platform)).toEqual(before);
  });

  it("changes neither role nor anything else that the form does not have", async () => {
    const page = await browser.get("/account");
    const more = { administrator: "1", disabled: "1", username: "root", id: "2", password_hash: "x" };
    await browser.submit(page, "/account", { nickname: "Ada", language: "", time_zone: "", ...more });
    expect(await platform.store.findUserByUsername("ada")).toMatchObject({
      administrator: false,
      disabled: false,
    });
  });
});
