import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { hashToken } from "../../src/model/token.ts";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import { Browser, type Page } from "../support/browser.ts";
import { databaseContents } from "../support/database-contents.ts";
import { allRoutes } from "../support/routes/all-routes.ts";
import {
  addRoot,
  openRow as open,
  otherOf,
  ownerOf,
  sendRow as send,
  type OpenedRow,
} from "../support/routes/open-row.ts";
import { sharePlatform } from "../support/shared-platform.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { someOf } from "../../../../scripts/vitest/depth.ts";

/** Longer ago than a step-up counts, in milliseconds. */
const stepUpMilliseconds = 600_001;

/** Everything but consent pages, which a GET opens. */
async function contentsWithoutConsentPages(platform: TestPlatform) {
  const { authorization_requests: _open, ...contents } = await databaseContents(platform);
  return contents;
}

/** Holds that something changes nothing but the record of refusals. @returns its result */
async function unchanged<Result>(platform: TestPlatform, action: () => Promise<Result>): Promise<Result> {
  const before = await contentsWithoutRecord(platform);
  const result = await action();
  expect(await contentsWithoutRecord(platform)).toEqual(before);
  return result;
}

async function contentsWithoutRecord(platform: TestPlatform) {
  const { audit_log: _entries, audit_chain: _end, ...contents } = await contentsWithoutConsentPages(platform);
  return contents;
}

/** A session of the owner that has expired. */
async function endedSession(platform: TestPlatform, username: string): Promise<Browser> {
  const browser = await signedInBrowser(platform, username);
  const hash = hashToken(browser.cookies.get(sessionCookie) ?? "");
  await platform.database.write(({ kysely }) =>
    kysely.updateTable("sessions").set({ expires_at: platform.clock.now }).where("hash", "=", hash).execute(),
  );
  return browser;
}

/** A session of a user who was disabled, without what declaring it ends. */
async function disabledUser(platform: TestPlatform): Promise<Browser> {
  const eve = { username: "eve", password_hash: "none" };
  const { id } = await platform.database.write((t) => declareUser(t, eve, undefined));
  const browser = await signedInBrowser(platform, "eve");
  await platform.database.write(({ kysely }) =>
    kysely.updateTable("users").set({ disabled: 1 }).where("id", "=", id).execute(),
  );
  return browser;
}

/** A request that must be refused, and what the refusal looks like. */
interface Refusal {
  readonly of: string;
  readonly send: () => Promise<Page>;
  readonly looks: (page: Page) => Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
}

const statusOnly = ({ status }: Page) => ({ status });

/** Visitors without a running session. */
async function refusalsOfVisitors(opened: OpenedRow): Promise<readonly Refusal[]> {
  const { row, platform, request } = opened;
  const signIn = `/login?return_to=${encodeURIComponent(request.address ?? row.path)}`;
  const visitors = {
    "a visitor": new Browser(platform),
    "an ended session": await endedSession(platform, ownerOf(row)),
    "a disabled user": await disabledUser(platform),
  };
  return Object.entries(visitors).map(([of, visitor]) => ({
    of,
    send: () => send(opened, visitor),
    looks: ({ status, location }) => ({ status, location }),
    expected:
      row.method === "POST" ? { status: 403, location: undefined } : { status: 303, location: signIn },
  }));
}

/** Another user who sends the owner's ids. */
async function refusalOfOther(opened: OpenedRow): Promise<Refusal> {
  const { row, platform } = opened;
  const other = await signedInBrowser(platform, otherOf(row));
  const status = row.access === "administrator" ? 403 : row.other;
  return { of: "another user", send: () => send(opened, other), looks: statusOnly, expected: { status } };
}

/** The owner's request without the csrf token of the session. */
function refusalsWithoutCsrf({ row, owner, request }: OpenedRow): readonly Refusal[] {
  return ["", "x".repeat(43)].map((csrf) => ({
    of: `csrf token "${csrf}"`,
    send: () => owner.post(request.address ?? row.path, { ...request.fields, csrf }),
    looks: statusOnly,
    expected: { status: 403 },
  }));
}

async function refusalsOf(opened: OpenedRow): Promise<readonly Refusal[]> {
  const { access, other, method } = opened.row;
  if (access === "anyone") return [];
  const ofOther = other !== "own" || access === "administrator" ? [await refusalOfOther(opened)] : [];
  // Sessions are looked up by one statement, whatever the route, and the test of sessions is repeated there.
  if (isOnPostgres()) return ofOther;
  return [
    ...(await refusalsOfVisitors(opened)),
    ...ofOther,
    ...(method === "POST" ? refusalsWithoutCsrf(opened) : []),
  ];
}

/** Sends what must be refused; nothing may have changed after all of them. */
async function expectRefusals(platform: TestPlatform, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  await unchanged(platform, async () => {
    for (const { of, send: attempt, looks, expected } of refusals)
      expect({ of, ...looks(await attempt()) }).toEqual({ of, ...expected });
  });
}

async function expectServed(opened: OpenedRow): Promise<void> {
  const { row, platform, owner } = opened;
  const before = await contentsWithoutConsentPages(platform);
  const page = await send(opened, owner);
  expect(page.status).toBe(row.status);
  const after = await contentsWithoutConsentPages(platform);
  const mayChange = row.method === "POST" && row.changesNothing !== true;
  expect(isDeepStrictEqual(after, before)).toBe(!mayChange);
}

const named = allRoutes.map((row) => ({ name: `${row.method} ${row.path}`, row }));

describe("every route serves those whom the table names, and no one else", () => {
  it.each(someOf(named, 3))("$name", async ({ row }) => {
    const opened = await open(row);
    await expectRefusals(opened.platform, await refusalsOf(opened));
    await expectServed(opened);
  });

  it.each(named.filter(({ row }) => row.access === "anyone" && row.method === "GET"))(
    "$name serves visitors as the table says",
    async ({ row }) => {
      const opened = await open(row);
      const { platform } = opened;
      const page = await unchanged(platform, () => send(opened, new Browser(platform)));
      expect(page.status).toBe(row.strangerStatus ?? row.status);
    },
  );

  // The age of a confirmation is part of the session, whichever route asks for it.
  it.skipIf(isOnPostgres()).each(named.filter(({ row }) => row.access !== "anyone" && row.stepUp))(
    "$name asks for the password again after ten minutes",
    async ({ row }) => {
      const opened = await open(row);
      opened.platform.clock.now += stepUpMilliseconds;
      const page = await unchanged(opened.platform, () => send(opened, opened.owner));
      const returnTo = opened.request.address ?? row.path;
      expect(page.location).toBe(`/account/confirm?return_to=${encodeURIComponent(returnTo)}`);
    },
  );
});

// None of what follows asks the database.

const allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

describe.skipIf(isOnPostgres())("other methods", () => {
  // They are refused before anything is looked up: the ids in the address are no one's.
  const shared = sharePlatform();
  beforeAll(() => addRoot(shared()));

  it.each([...Map.groupBy(allRoutes, ({ path }) => path)])("are refused at %s", async (path, rows) => {
    const [row] = rows;
    if (row === undefined) throw new Error("a group has a row");
    const platform = shared();
    const owner = await signedInBrowser(platform, ownerOf(row));
    const address = path.replaceAll(/:\w+/g, "1");
    const methods = new Set<string>(rows.map(({ method }) => method));
    const refusals = allMethods
      .filter((method) => !methods.has(method))
      .flatMap((method) =>
        [owner, new Browser(platform)].map((browser) => ({
          of: method,
          send: () => browser.send(address, { method }),
          looks: ({ status, headers }: Page) => ({
            status,
            allow: new Set(headers.get("allow")?.split(", ")),
          }),
          expected: { status: 405, allow: methods },
        })),
      );
    await expectRefusals(platform, refusals);
  });
});

describe.skipIf(isOnPostgres())("the table is complete", () => {
  it("has every route that serves pages, and no other", async () => {
    const { app } = await startTestPlatform();
    const served = app.pages.routes.filter(({ method, path }) => method !== "ALL" && isPage(path));
    expect(new Set(served.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(named.map(({ name }) => name)),
    );
    expect(named.length).toBe(new Set(named.map(({ name }) => name)).size);
  });

  it("has no method beside GET and POST", async () => {
    const { app } = await startTestPlatform();
    const routes = app.pages.routes.filter(({ path }) => !isForPrograms(path));
    expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(["GET", "POST", "ALL"]));
  });

  it("has a page at the path of every form that asks for the password again, where the user returns to", () => {
    const pages = new Set(allRoutes.filter(({ method }) => method === "GET").map(({ path }) => path));
    const forms = allRoutes.filter(({ method, stepUp }) => method === "POST" && stepUp);
    expect(forms.filter(({ path }) => !pages.has(path))).toEqual([]);
  });
});

describe.skipIf(isOnPostgres())("files and health", () => {
  it("are the same for everyone, take GET alone and set no cookie", async () => {
    const platform = await startTestPlatform();
    const pages = new Set(allRoutes.map(({ path }) => path));
    const paths = new Set(platform.app.pages.routes.map(({ path }) => path));
    const others = [...paths].filter(
      (path) => !pages.has(path) && !isForPrograms(path) && path.startsWith("/") && path !== "/*",
    );
    expect(others).toContain("/livez");
    for (const path of others.map((one) => one.replace(":appid", "demo_app"))) {
      const [stranger, ada] = [new Browser(platform), await signedInBrowser(platform)];
      const [first, second] = [await stranger.get(path), await ada.get(path)];
      expect([path, second.status, withoutNames(second.html)]).toEqual([
        path,
        first.status,
        withoutNames(first.html),
      ]);
      expect(first.headers.getSetCookie()).toEqual([]);
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
        expect([404, 405]).toContain((await ada.send(path, { method })).status);
    }
  });

  it("take no session: what programs call is the same with one", async () => {
    const platform = await startTestPlatform({ authUrl: "http://platform.example" });
    const programs = platform.app.pages.routes.filter(({ path }) => isForPrograms(path));
    expect(programs.length).toBeGreaterThan(10);
    for (const { path } of programs) {
      const [stranger, ada] = [new Browser(platform), await signedInBrowser(platform)];
      const answers = [stranger, ada].map(async (browser) => {
        const answer = await browser.get(path);
        return { status: answer.status, html: answer.html, cookies: answer.headers.getSetCookie() };
      });
      const [first, second] = await Promise.all(answers);
      expect([path, second]).toEqual([path, first]);
      expect(first?.cookies).toEqual([]);
    }
  });

  it("are not at other addresses", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    for (const path of [
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
    ]) {
      expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
      expect([path, (await browser.post(path, {})).status]).toEqual([path, 404]);
    }
  });
});

/** What programs call: sessions count for nothing there. */
function isForPrograms(path: string): boolean {
  return path !== "/oauth/authorize" && /^\/(?:oauth|\.well-known)\/|^\/mcp$/.test(path);
}

/** Assets, logos, pictures and health are files and not pages. */
function isPage(path: string): boolean {
  return (
    path.startsWith("/") &&
    !isForPrograms(path) &&
    !/^\/(?:assets|logos|pictures|survey-pictures|themes)\/|^\/(?:livez|readyz)$|\*/.test(path)
  );
}

/** A page without the number that every response has for itself. */
function withoutNames(html: string): string {
  return html.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "");
}
