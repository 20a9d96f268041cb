import { beforeEach, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { hashToken } from "../../src/model/token.ts";
import { Browser, type Page } from "../support/browser.ts";
import { countRows, databaseContents } from "../support/database-contents.ts";
import { invite } from "../support/invite.ts";
import { clientSecret, startOpenIdProvider, type OpenIdProvider } from "../support/openid-provider.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { totpCode, turnOnSecondFactor } from "../support/second-factor.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { findUserByIdentity, signInWithIdentity } from "../../src/store/people/linked-identity-table.ts";
import { findSession } from "../../src/store/people/session-table.ts";

const beginPath = "/login/with/company";
const linkPath = "/account/security/providers/company/link";
let provider: OpenIdProvider;
let platform: TestPlatform;

beforeEach(async () => {
  provider = await startOpenIdProvider();
  platform = await startTestPlatform(provider.settings);
});

/** Where a page that leads to the provider leads. */
function providerAddress({ headers }: Page): string {
  return headers.get("refresh")?.replace("0; url=", "") ?? "";
}

/** Begins to sign in. @returns the path that the provider redirects to, with code and state */
async function callbackOf(
  browser: Browser,
  start: Page | Promise<Page> = browser.get("/login"),
): Promise<string> {
  return provider.visit(providerAddress(await browser.submit(await start, beginPath)));
}

async function signIn(browser = new Browser(platform), start?: Page | Promise<Page>) {
  return { browser, page: await browser.get(await callbackOf(browser, start ?? browser.get("/login"))) };
}

/** Links the person at the provider to a user. */
async function link(username = "ada"): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = await signedInBrowser(platform, username);
  const begun = await browser.submit(await browser.get(linkPath), linkPath);
  return { browser, page: await browser.get(await provider.visit(providerAddress(begun))) };
}

const isSignedIn = (browser: Browser) => browser.cookies.has(sessionCookie);

const isConfirmed = async (browser: Browser) =>
  (await findSession(platform.store.reader, hashToken(browser.cookies.get(sessionCookie) ?? "")))
    ?.isRecentlyConfirmed;

async function usernameIn(browser: Browser): Promise<string | undefined> {
  return (await findSession(platform.store.reader, hashToken(browser.cookies.get(sessionCookie) ?? "")))?.user
    .username;
}

async function changeWaiting(change: Readonly<Record<string, string | number>>): Promise<void> {
  await platform.database.write(({ kysely }) =>
    kysely.updateTable("provider_sign_ins").set(change).execute(),
  );
}

describe("an account at a provider signs in the user that it is linked to", () => {
  it("and leads where the user wanted to go, without the step-up of a password", async () => {
    expect((await link()).page.location).toBe("/account/security?notice=identity_linked");
    const browser = new Browser(platform);
    const { page } = await signIn(browser, browser.get("/login?return_to=%2Faccount"));
    expect([page.location, await usernameIn(browser)]).toEqual(["/account", "ada"]);
    expect(await isConfirmed(browser)).toBe(false);
    expect(await countRows(platform, "provider_sign_ins")).toBe(0);
  });

  it("and still asks for the code of a second factor", async () => {
    await link();
    await turnOnSecondFactor(platform);
    const { browser, page } = await signIn();
    expect([page.location?.split("?")[0], isSignedIn(browser)]).toEqual(["/login/second-factor", false]);
    const form = await browser.follow(page);
    await browser.submit(form, "/login/second-factor", { code: totpCode(platform) });
    expect(await usernameIn(browser)).toBe("ada");
  });

  it("and no other user, whatever name or mail address the provider says", async () => {
    provider.person = { subject: "mallory", username: "ada", email: "ada" };
    const { browser, page } = await signIn();
    expect([page.status, isSignedIn(browser)]).toEqual([403, false]);
    await link("bob");
    provider.person = { subject: "subject-1", username: "bob", email: "bob" };
    expect((await signIn()).page.status).toBe(403);
  });

  it("until it is unlinked, and not while the user is disabled", async () => {
    const { browser } = await link();
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("users").set({ disabled: 1 }).where("username", "=", "ada").execute(),
    );
    expect((await signIn()).page.status).toBe(401);
    await platform.database.write(({ kysely }) => kysely.updateTable("users").set({ disabled: 0 }).execute());
    const [, path = ""] = /href="([^"]*\/unlink)"/.exec((await browser.get("/account/security")).html) ?? [];
    const user = await findUserByIdentity(platform.store.reader, {
      issuer: provider.issuer,
      subject: "subject-1",
    });
    await browser.submit(await browser.get(path), path);
    expect((await signIn()).page.status).toBe(403);
    // Found before it was unlinked, used afterwards.
    const identity = { issuer: provider.issuer, subject: "subject-1", label: "" };
    const session = { hash: "h", lifetimeSeconds: 60, replaces: undefined };
    if (user === undefined) throw new Error("it was linked");
    expect(await platform.store.write(signInWithIdentity, { identity, user, session })).toBe(false);
  });
});

it.skipIf(isOnPostgres())(
  "every sign-in has its own state, nonce and code challenge, and the exact redirect address",
  async () => {
    const seen = new Set<string | null>();
    for (let index = 0; index < 3; index += 1) {
      const browser = new Browser(platform);
      const page = await browser.submit(await browser.get("/login"), beginPath);
      const { searchParams } = new URL(providerAddress(page));
      for (const name of ["state", "nonce", "code_challenge"]) seen.add(searchParams.get(name));
      expect(searchParams.get("code_challenge_method")).toBe("S256");
      expect(searchParams.get("redirect_uri")).toBe("http://localhost:8787/login/with/company/callback");
    }
    expect(seen.size).toBe(9);
  },
);

describe("a link", () => {
  it("is made for the signed-in user alone, after the password was given again", async () => {
    const browser = await signedInBrowser(platform);
    platform.clock.now += 11 * 60_000;
    expect((await browser.get(linkPath)).location).toMatch(/^\/account\/confirm/);
    expect((await new Browser(platform).get(linkPath)).location).toMatch(/^\/login/);
  });

  it("belongs to one user", async () => {
    await link();
    expect((await link("bob")).page.status).toBe(409);
    expect((await link()).page.status).toBe(303);
    expect(await countRows(platform, "linked_identities")).toBe(1);
  });

  it("is not made by a response that another browser began", async () => {
    const attacker = await signedInBrowser(platform, "bob");
    const begun = await attacker.submit(await attacker.get(linkPath), linkPath);
    const path = await provider.visit(providerAddress(begun));
    const victim = await signedInBrowser(platform);
    expect((await victim.get(path)).status).toBe(400);
    expect(await countRows(platform, "linked_identities")).toBe(0);
  });
});

describe("a response is refused", () => {
  beforeEach(async () => {
    await link();
  });

  it("in another browser than the one that began", async () => {
    const path = await callbackOf(new Browser(platform));
    const victim = new Browser(platform);
    await victim.get("/login");
    expect((await victim.get(path)).status).toBe(400);
    expect(isSignedIn(victim)).toBe(false);
  });

  it("when it comes a second time, also at the same time", async () => {
    const browser = new Browser(platform);
    const path = await callbackOf(browser);
    const pages = await Promise.all(Array.from({ length: 6 }, () => browser.get(path)));
    const statuses = pages.map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  });

  it("after fifteen minutes", async () => {
    const browser = new Browser(platform);
    const path = await callbackOf(browser);
    platform.clock.now += 15 * 60_000;
    expect((await browser.get(path)).status).toBe(400);
  });

  it.skipIf(isOnPostgres()).each([
    ["no state", (path: string) => path.replace(/state=[^&]*/, "")],
    ["another state", (path: string) => path.replace(/state=[^&]*/, "state=x")],
    ["nothing", () => "/login/with/company/callback"],
  ])("with %s", async (_, change) => {
    const browser = new Browser(platform);
    const path = change(await callbackOf(browser));
    expect((await browser.get(path)).status).toBe(400);
    expect(isSignedIn(browser)).toBe(false);
  });

  it.skipIf(isOnPostgres()).each([
    ["another issuer", (path: string) => path.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example")],
    ["no issuer", (path: string) => path.replace(/&?iss=[^&]*/, "")],
    ["another code", (path: string) => path.replace(/code=[^&]*/, "code=x")],
    ["two states", (path: string) => `${path}&state=x`],
  ])("with %s, and the log has a line without names", async (_, change) => {
    const browser = new Browser(platform);
    const page = await browser.get(change(await callbackOf(browser)));
    expect([page.status, isSignedIn(browser)]).toEqual([401, false]);
    const refused = platform.observed.find(({ refusedSignIn }) => refusedSignIn !== undefined);
    expect(refused?.refusedSignIn?.problem).toBe("provider_refused");
    expect((await signIn()).page.status).toBe(303);
  });

  it.each([
    ["nonce", { nonce: "of another sign-in" }],
    ["code verifier", { code_verifier: "v".repeat(64) }],
  ])("when the %s is not the one that was sent", async (_, change) => {
    const browser = new Browser(platform);
    const path = await callbackOf(browser);
    await changeWaiting(change);
    expect((await browser.get(path)).status).toBe(401);
    expect(isSignedIn(browser)).toBe(false);
  });
});

describe("someone without an account here", () => {
  beforeEach(() => {
    provider.person = { subject: "subject-7", username: "eve.l" };
  });

  it("gets one where sign-up is open, linked, and returns to where they wanted to go", async () => {
    platform = await startTestPlatform({ ...provider.settings, signUp: "open" });
    const browser = new Browser(platform);
    const { page } = await signIn(browser, browser.get("/login?return_to=%2Faccount%2Fsessions"));
    expect(page.location).toBe("/sign-up");
    const form = await browser.follow(page);
    expect(form.html).toContain("eve.l");
    const fields = { username: "eve", nickname: "Eve", password: "a sentence of my own" };
    expect((await browser.submit(form, "/sign-up", fields)).location).toBe("/account/sessions");
    const later = (await signIn()).browser;
    expect(await usernameIn(later)).toBe("eve");
  });

  it("gets one with an invitation, and only with one, where sign-up needs it", async () => {
    expect((await signIn()).page.status).toBe(403);
    const path = `/invitations/${await invite(platform)}`;
    const browser = new Browser(platform);
    const { page } = await signIn(browser, browser.get(path));
    expect(page.location).toBe(path);
    const fields = { username: "eve", nickname: "Eve", password: "a sentence of my own" };
    await browser.submit(await browser.get(path), path, fields);
    expect(await usernameIn((await signIn()).browser)).toBe("eve");
  });

  it("links nothing to an account that another browser creates", async () => {
    platform = await startTestPlatform({ ...provider.settings, signUp: "open" });
    await signIn();
    const other = new Browser(platform);
    const fields = { username: "eve", nickname: "Eve", password: "a sentence of my own" };
    await other.submit(await other.get("/sign-up"), "/sign-up", fields);
    expect(isSignedIn(other)).toBe(true);
    expect(await countRows(platform, "linked_identities")).toBe(0);
  });
});

describe.skipIf(isOnPostgres())("a provider that does not sign in", () => {
  it("because its user declined leads back to the sign-in page, which says so", async () => {
    provider.person = undefined;
    const { browser, page } = await signIn();
    expect([page.status, isSignedIn(browser)]).toEqual([400, false]);
    expect(page.html).toContain("did not sign you in");
  });

  it("because it is down leaves the sign-in page as it is, which says so and takes passwords", async () => {
    await provider.stop();
    const browser = new Browser(platform);
    const form = await browser.get("/login");
    expect(form.status).toBe(200);
    const page = await browser.submit(form, beginPath);
    expect(page.status).toBe(503);
    expect(page.html).toContain("cannot be reached");
    await browser.submit(page, "/login", { username: "ada", password: sampleSecrets.ada });
    expect(isSignedIn(browser)).toBe(true);
  });
});

it.skipIf(isOnPostgres())("its secret is in no page, no row, no address and no line of the log", async () => {
  const { browser } = await link();
  const stranger = new Browser(platform);
  const begun = await stranger.submit(await stranger.get("/login"), beginPath);
  const pages = [begun, await browser.get("/account/security")];
  const texts = pages.flatMap(({ html, headers }) => [html, [...headers].join()]);
  const everything = JSON.stringify([texts, await databaseContents(platform), platform.observed]);
  expect(everything).toContain("Example Company");
  expect(everything).not.toContain(clientSecret);
});
