import { describe, expect, it } from "vitest";
import { hashToken } from "../../src/model/token.ts";
import { hashPassword } from "../../src/session/password.ts";
import { Browser, type Page } from "../support/browser.ts";
import { countRows, databaseContents } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { expectLegitimateFlow } from "../support/expect-safe.ts";
import { authorizationLink } from "../support/flows.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { resetPassword } from "../../src/store/people/user-administration.ts";

const account = "/account/applications";
const sessionMilliseconds = 12 * 3600 * 1000;

/** Asserts that a browser has no session: it has to sign in, and its forms have no effect. */
async function expectSignedOut(browser: Browser): Promise<void> {
  const page = await browser.get(account);
  expect([page.status, page.location]).toEqual([303, `/login?return_to=${encodeURIComponent(account)}`]);
  expect((await browser.get(authorizationLink())).location).toMatch(/^\/login\?return_to=/);
  const fields = { csrf: "x", request: "x", decision: "allow" };
  expect((await browser.post(decisionPath, fields)).status).toBe(403);
}

async function expectSignedIn(browser: Browser): Promise<void> {
  expect((await browser.get(account)).status).toBe(200);
}

/** A browser with nothing but a session cookie of this value. */
function browserWith(platform: TestPlatform, value: string, name = sessionCookie): Browser {
  const browser = new Browser(platform);
  browser.cookies.set(name, value);
  return browser;
}

/** The cookies that an answer sets: name, value, and its attributes in lower case. */
function cookiesOf({ headers }: Page) {
  return headers.getSetCookie().map((line) => {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=");
    return { name, value, attributes: attributes.map((one) => one.toLowerCase()).toSorted() };
  });
}

describe("a session is worth nothing that somebody else has planted", () => {
  it("a name that was made up is not taken over when somebody signs in", async () => {
    const platform = await startTestPlatform();
    const planted = "A".repeat(32);
    const victim = browserWith(platform, planted);
    await victim.signIn("ada", sampleSecrets.ada);
    expect(victim.cookies.get(sessionCookie)).not.toBe(planted);
    await expectSignedIn(victim);
    await expectSignedOut(browserWith(platform, planted));
  });

  it("a session of the attacker's own ends when somebody signs in with it", async () => {
    const platform = await startTestPlatform();
    const attacker = await signedInBrowser(platform, "bob");
    const planted = attacker.cookies.get(sessionCookie) ?? "";
    const victim = browserWith(platform, planted);
    // The sign-in page redirects a signed-in user; the form still works.
    const form = await new Browser(platform).get("/login");
    for (const [name, value] of cookiesOf(form).map((cookie) => [cookie.name, cookie.value] as const)) {
      victim.cookies.set(name, value);
    }
    await victim.submit(form, "/login", { username: "ada", password: sampleSecrets.ada });
    const page = await victim.get(account);
    expect(page.html).toContain('<bdi class="name">Ada</bdi>');
    expect(victim.cookies.get(sessionCookie)).not.toBe(planted);
    await expectSignedOut(attacker);
  });

  it("every time somebody signs in there is a new name, and the one before ends", async () => {
    const platform = await startTestPlatform();
    const names = new Set<string>();
    for (let count = 0; count < 3; count += 1) {
      const browser = new Browser(platform);
      await browser.signIn("ada", sampleSecrets.ada);
      names.add(browser.cookies.get(sessionCookie) ?? "");
    }
    expect(names.size).toBe(3);
    for (const name of names) expect(name).toMatch(/^[\w-]{32}$/);
  });

  it("an attempt that fails neither starts a session nor ends one", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const before = await databaseContents(platform);
    const form = await new Browser(platform).get("/login");
    for (const { name, value } of cookiesOf(form)) browser.cookies.set(name, value);
    const page = await browser.submit(form, "/login", { username: "ada", password: "wrong" });
    expect(cookiesOf(page).map(({ name }) => name)).not.toContain(sessionCookie);
    expect(await databaseContents(platform)).toEqual(before);
    await expectSignedIn(browser);
  });
});

describe("a session cookie stays with the browser and this origin", () => {
  const own = ["httponly", "path=/", "samesite=lax"];

  it("over plain HTTP on loopback", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const form = await browser.get("/login?lang=en");
    const signedIn = await browser.submit(form, "/login", { username: "ada", password: sampleSecrets.ada });
    expect(cookiesOf(form)).toMatchObject([
      { name: "sop_lang", attributes: [own[0], "max-age=31536000", own[1], own[2]] },
      { name: "sop_sign_in", attributes: [own[0], "max-age=3600", own[1], own[2]] },
    ]);
    expect(cookiesOf(signedIn)).toMatchObject([
      { name: "sop_session", attributes: [own[0], "max-age=43200", own[1], own[2]] },
      { name: "sop_device", attributes: [own[0], "max-age=15552000", own[1], own[2]] },
      { name: "sop_sign_in", value: "", attributes: [own[0], "max-age=0", own[1], own[2]] },
    ]);
  });

  it("over HTTPS also from every other host and from networks: Secure, and a name that only we can set", async () => {
    const platform = await startTestPlatform({ authUrl: "https://survey.example" });
    const browser = new Browser(platform);
    const form = await browser.get("/login?lang=en");
    const signedIn = await browser.submit(form, "/login", { username: "ada", password: sampleSecrets.ada });
    const cookies = [...cookiesOf(form), ...cookiesOf(signedIn)];
    expect(cookies.map(({ name }) => name)).toEqual([
      "__Host-sop_lang",
      "__Host-sop_sign_in",
      "__Host-sop_session",
      "__Host-sop_device",
      "__Host-sop_sign_in",
    ]);
    for (const { attributes } of cookies) {
      // RFC 6265bis, section 4.1.3.2: without Secure and Path=/, or with Domain, browsers would not take them.
      expect(attributes).toEqual(expect.arrayContaining([...own, "secure"]));
      expect(attributes.filter((one) => one.startsWith("domain"))).toEqual([]);
    }
    await expectSignedIn(browser);
  });

  it("and over HTTPS a cookie that a sibling host could have planted is not looked at", async () => {
    const platform = await startTestPlatform({ authUrl: "https://survey.example" });
    const session = (await signedInBrowser(platform)).cookies.get(sessionCookie) ?? "";
    await expectSignedIn(browserWith(platform, session, "__Host-sop_session"));
    await expectSignedOut(browserWith(platform, session, "sop_session"));
    await expectSignedOut(browserWith(platform, session, "__Secure-sop_session"));
  });

  it("and it is found in no page, no log line and not in the database", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const page = await browser.signIn("ada", sampleSecrets.ada);
    const consent = await browser.get(authorizationLink());
    const places = [page.html, consent.html, platform.observed, await databaseContents(platform)];
    const session = browser.cookies.get(sessionCookie) ?? "";
    expect(session).not.toBe("");
    expect(JSON.stringify(places)).not.toContain(session);
  });
});

describe("a session is known by its name and by nothing that is near it", () => {
  it.each([
    ["its hash, as the database has it", (token: string) => hashToken(token)],
    ["its name in other letters", (token: string) => swapCase(token)],
    ["its name without the last letter", (token: string) => token.slice(0, -1)],
    ["its name with a letter more", (token: string) => `${token}A`],
    ["its name with a null after it", (token: string) => `${token}%00`],
    ["its name in quotes within quotes", (token: string) => `"'${token}'"`],
    ["nothing", () => ""],
    ["a word that stands for nothing", () => "undefined"],
    ["a statement", () => "' or '1'='1"],
    ["a percent sign", () => "%"],
    ["many letters", () => "A".repeat(7000)],
  ])("%s opens nothing", async (_, change) => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await expectSignedOut(browserWith(platform, change(browser.cookies.get(sessionCookie) ?? "")));
    await expectSignedIn(browser);
  });

  it.each([
    "cookie: a",
    "=",
    ";",
    "sop_session",
    "sop_session=",
    "sop_session==;;sop_session",
    "\u00ff=\u00ff",
  ])("a cookie header %j gives no session", async (cookie) => {
    const platform = await startTestPlatform();
    const page = await new Browser(platform).get(account, { cookie });
    expect([page.status, page.location]).toEqual([303, `/login?return_to=${encodeURIComponent(account)}`]);
  });
});

describe("a session ends", () => {
  it("after twelve hours, to the millisecond and without anybody sweeping", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    platform.clock.now += sessionMilliseconds - 1;
    await expectSignedIn(browser);
    platform.clock.now += 1;
    await expectSignedOut(browser);
    expect(await countRows(platform, "sessions")).toBe(1);
  });

  it("after twelve hours even if it was used all the time", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    for (let hour = 0; hour < 11; hour += 1) {
      platform.clock.now += 3_600_000;
      await expectSignedIn(browser);
    }
    platform.clock.now += 3_600_000;
    await expectSignedOut(browser);
  });

  it("when the user signs out, also for a kept copy of the cookie, and no other session with it", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const elsewhere = await signedInBrowser(platform);
    const kept = browserWith(platform, browser.cookies.get(sessionCookie) ?? "");
    const answer = await browser.submit(await browser.get("/"), "/logout");
    // The cookies of a respondent end as well; a test of its own holds that.
    expect(cookiesOf(answer)).toContainEqual({
      name: sessionCookie,
      value: "",
      attributes: ["httponly", "max-age=0", "path=/", "samesite=lax"],
    });
    await expectSignedOut(browser);
    await expectSignedOut(kept);
    await expectSignedIn(elsewhere);
  });

  it("when the person is disabled, and does not come back when the person does", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    const ada = await signedInBrowser(platform, "ada");
    await declare(platform, { users: [{ username: "ada", disabled: true }] });
    await expectSignedOut(ada);
    await declare(platform, { users: [{ username: "ada", disabled: false }] });
    await expectSignedOut(ada);
    await expectSignedIn(bob);
    await expectLegitimateFlow(platform);
  });

  it("at once for a person who was disabled in the database itself", async () => {
    const platform = await startTestPlatform();
    const bob = await signedInBrowser(platform, "bob");
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("users").set({ disabled: 1 }).where("username", "=", "bob").execute(),
    );
    await expectSignedOut(bob);
  });

  it("when the user's password is changed: sessions of the old password end", async () => {
    const platform = await startTestPlatform();
    const stolen = await signedInBrowser(platform, "ada");
    const bob = await signedInBrowser(platform, "bob");
    await declare(platform, { users: [{ username: "ada", password: "a-new-password-of-ada" }] });
    await expectSignedOut(stolen);
    await expectSignedIn(bob);
    const browser = new Browser(platform);
    const refused = await browser.signIn("ada", sampleSecrets.ada);
    expect(refused.status).toBe(401);
    await browser.signIn("ada", "a-new-password-of-ada");
    await expectSignedIn(browser);
  });

  it("when the operator replaces the user's password", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform, "ada");
    const passwordHash = await hashPassword("canary-password-of-operator");
    const actor = { userId: null, username: "operator", address: "" };
    // As `sop user reset-password --password-stdin` does: no password is read from standard input in this process.
    expect(await platform.store.write(resetPassword, { username: "ada", passwordHash, actor })).toBe(true);
    await expectSignedOut(browser);
    const again = new Browser(platform);
    await again.signIn("ada", "canary-password-of-operator");
    await expectSignedIn(again);
  });

  it("never by something that another site can make a browser do", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      expect((await browser.send("/logout", { method })).status).toBe(405);
    }
    expect((await browser.post("/logout", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    await expectSignedIn(browser);
  });
});

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  });
}
