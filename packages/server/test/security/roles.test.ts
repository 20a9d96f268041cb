import { describe, expect, it } from "vitest";
import { Browser } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { authorizationLink } from "../support/flows.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** The kinds of visitors. */
const roles = {
  "no user": (platform: TestPlatform) => new Browser(platform),
  "a person": (platform: TestPlatform) => signedInBrowser(platform, "ada"),
  "another person": (platform: TestPlatform) => signedInBrowser(platform, "bob"),
  "a person who was disabled": async (platform: TestPlatform) => {
    const browser = await signedInBrowser(platform, "bob");
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("users").set({ disabled: 1 }).where("username", "=", "bob").execute(),
    );
    return browser;
  },
  "a person whose session is over": async (platform: TestPlatform) => {
    const browser = await signedInBrowser(platform, "ada");
    platform.clock.now += 12 * 3600 * 1000;
    return browser;
  },
} as const;

type Role = keyof typeof roles;

/** Those whom the platform knows by their session. */
const known: ReadonlySet<Role> = new Set(["a person", "another person"]);

/** The status of an answer: to people who are signed in, and to everybody else. */
type Answer = readonly [signedIn: number, others: number];

const same = (status: number): Answer => [status, status];

/** Which method does what on which page. A method that is not here is refused to everybody. */
const table: Readonly<Record<string, Readonly<Record<string, Answer>>>> = {
  "/": { GET: same(200), HEAD: same(200) },
  "/docs/api": { GET: same(200), HEAD: same(200) },
  "/login": { GET: [303, 200], HEAD: [303, 200], POST: same(403) },
  // Without a session there is nothing to sign out of, and nothing happens.
  "/logout": { POST: [403, 303] },
  "/connect/oauth2/authorize": { GET: [200, 303] },
  "/connect/oauth2/authorize/decision": { POST: same(403) },
  "/account/applications": { GET: [200, 303], HEAD: [200, 303] },
  "/account/applications/revoke": { POST: same(403) },
  "/account/applications/revoke-all": { POST: same(403) },
};

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

const cases = Object.entries(table).flatMap(([path, answers]) =>
  (Object.keys(roles) as Role[]).map((role) => ({ path, role, answers })),
);

/** Every path of the table, made into one that can be asked for. */
function addressOf(path: string): string {
  return path === "/connect/oauth2/authorize" ? authorizationLink() : path;
}

describe("who may do what is the same as in the table", () => {
  it.each(cases)("$path for $role", async ({ path, role, answers }) => {
    const platform = await startTestPlatform();
    const browser = await roles[role](platform);
    for (const method of methods) {
      const { authorization_requests: _pending, ...before } = await databaseContents(platform);
      const page = await browser.send(addressOf(path), { method });
      const [signedIn, others] = answers[method] ?? same(405);
      expect([method, page.status]).toEqual([method, known.has(role) ? signedIn : others]);
      const { authorization_requests: _kept, ...after } = await databaseContents(platform);
      expect(after).toEqual(before);
    }
  });

  it.each(cases)("$path says to $role which methods it takes", async ({ path, role, answers }) => {
    const platform = await startTestPlatform();
    const browser = await roles[role](platform);
    const { headers } = await browser.send(addressOf(path), { method: "DELETE" });
    const allowed = headers.get("allow")?.split(", ") ?? [];
    expect(allowed).toEqual(Object.keys(answers).filter((method) => method !== "HEAD"));
  });

  it("without a session every page of a user leads to the sign-in page", async () => {
    const platform = await startTestPlatform();
    for (const role of ["no user", "a person who was disabled", "a person whose session is over"] as const) {
      const browser = await roles[role](platform);
      for (const path of ["/account/applications", authorizationLink()]) {
        expect((await browser.get(path)).location).toBe(`/login?return_to=${encodeURIComponent(path)}`);
      }
    }
  });
});

describe("the table is complete", () => {
  it("every other path is the same for everybody, takes GET alone and sets no cookie", async () => {
    const platform = await startTestPlatform();
    const paths = new Set(platform.app.pages.routes.map(({ path }) => path).filter(isForPeople));
    const others = [...paths]
      .filter((path) => !Object.hasOwn(table, path))
      .map((path) => path.replace(":appid", "demo_app"));
    expect(others).toContain("/livez");
    for (const path of others) {
      const [stranger, ada] = [new Browser(platform), await signedInBrowser(platform)];
      const [first, second] = [await stranger.get(path), await ada.get(path)];
      expect([path, second.status, withoutId(second.html)]).toEqual([
        path,
        first.status,
        withoutId(first.html),
      ]);
      expect(first.headers.getSetCookie()).toEqual([]);
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
        expect([404, 405]).toContain((await ada.send(path, { method })).status);
      }
    }
  });

  it("every path of it is there", async () => {
    const platform = await startTestPlatform();
    const paths = new Set(platform.app.pages.routes.map(({ path }) => path));
    expect(Object.keys(table).filter((path) => !paths.has(path))).toEqual([]);
  });

  it.each([
    "/admin",
    "/console",
    "/debug",
    "/metrics",
    "/.env",
    "/.git/config",
    "/data/platform.db",
    "/package.json",
    "/server-status",
    "/demo",
    "/demo/callback",
    "/callback",
    "/account",
    "/account/applications/",
    "/account/applications/1",
    "/Account/Applications",
    "/connect/oauth2/authorize/",
    "/connect/oauth2/authorize;x",
    "/connect/oauth2/authorize.json",
    "/connect/oauth2/authorize%2fdecision",
    "//connect/oauth2/authorize",
    "/./../etc/passwd",
    "/assets/../package.json",
    "/assets/%2e%2e/package.json",
    "/assets/",
    "/logos/",
    "/logos/..%2f..%2fpackage.json",
  ])("there is no %s", async (path) => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    expect((await browser.get(path)).status).toBe(404);
    expect((await browser.post(path, {})).status).toBe(404);
  });
});

/** What answers programs has its own tests. */
function isForPeople(path: string): boolean {
  return path.startsWith("/") && !path.startsWith("/api/") && path !== "/*";
}

/** A page without the number that every answer has for itself. */
function withoutId(html: string): string {
  return html.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
}
