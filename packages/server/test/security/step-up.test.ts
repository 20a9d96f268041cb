import { beforeEach, describe, expect, it } from "vitest";
import { admit } from "../../src/session/admit.ts";
import type { UserRoute } from "../../src/session/page-route.ts";
import type { PageRequest } from "../../src/session/page-request.ts";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import type { Browser, Page } from "../support/browser.ts";
import { hashToken } from "../../src/model/token.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { confirmSession, findSession } from "../../src/store/people/session-table.ts";

const minute = 60_000;
let platform: TestPlatform;
let browser: Browser;

beforeEach(async () => {
  platform = await startTestPlatform();
  browser = await signedInBrowser(platform);
});

async function isConfirmed(of = browser): Promise<boolean | undefined> {
  const session = await findSession(platform.store.reader, hashToken(of.cookies.get(sessionCookie) ?? ""));
  return session?.isRecentlyConfirmed;
}

async function confirm(password: string, returnTo = "/account/applications"): Promise<Page> {
  const page = await browser.get(`/account/confirm?return_to=${encodeURIComponent(returnTo)}`);
  return browser.submit(page, "/account/confirm", { password });
}

describe("a password counts as just given", () => {
  it("for ten minutes after signing in", async () => {
    expect(await isConfirmed()).toBe(true);
    platform.clock.now += 10 * minute;
    expect(await isConfirmed()).toBe(true);
    platform.clock.now += 1;
    expect(await isConfirmed()).toBe(false);
  });

  it("again after it was given on the page that asks for it, and in that session alone", async () => {
    const other = await signedInBrowser(platform);
    platform.clock.now += 11 * minute;
    const page = await confirm(sampleSecrets.ada);
    expect([page.status, page.location]).toEqual([303, "/account/applications"]);
    expect(await isConfirmed()).toBe(true);
    expect(await isConfirmed(other)).toBe(false);
  });

  it("not when the clock was set back since", async () => {
    platform.clock.now -= 60 * minute;
    expect(await isConfirmed()).toBe(false);
  });
});

describe("without the right password", () => {
  beforeEach(() => {
    platform.clock.now += 11 * minute;
  });

  it.each(["", "wrong", sampleSecrets.bob])("%j confirms nothing", async (password) => {
    const page = await confirm(password);
    expect(page.status).toBe(password === "" ? 400 : 401);
    expect(await isConfirmed()).toBe(false);
    expect((await confirm(sampleSecrets.ada)).status).toBe(303);
  });

  it("attempts are counted with those to sign in, and leave a line in the log", async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await confirm("wrong")).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const reported = platform.observed.filter(({ refusedSignIn }) => refusedSignIn !== undefined);
    expect(reported).toHaveLength(12);
    expect((await confirm("wrong")).headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    const form = await browser.get("/login");
    expect(form.status).toBe(303);
  });

  it("a password that was changed while it was checked confirms nothing", async () => {
    const { passwordHash } = (await platform.store.findUserByUsername("ada")) ?? {};
    const ada = platform.database.reader.kysely.selectFrom("users").selectAll().where("username", "=", "ada");
    const row = await ada.executeTakeFirstOrThrow();
    const hash = hashToken(browser.cookies.get(sessionCookie) ?? "");
    const confirmation = { hash, username: "ada", attempt: { buckets: [] as never } };
    const wasConfirmed = await platform.store.write(confirmSession, {
      ...confirmation,
      passwordHash: "older",
    });
    expect([wasConfirmed, await isConfirmed()]).toEqual([false, false]);
    await platform.database.write((t) => declareUser(t, { username: "ada", disabled: 1 }, row));
    expect(
      await platform.store.write(confirmSession, { ...confirmation, passwordHash: passwordHash ?? "" }),
    ).toBe(false);
  });
});

describe("a user returns only to a page of this platform", () => {
  it.each(["https://evil.example/", "//evil.example", "/logout", "/account/sessions/end-others"])(
    "and not to %j",
    async (address) => {
      expect((await confirm(sampleSecrets.ada, address)).location).toBe("/surveys");
    },
  );
});

/** What the check reads of a request. */
const pageRequestOf = (isRecentlyConfirmed: boolean): PageRequest =>
  ({
    path: "/danger?x=1",
    session: { user: { administrator: false }, isRecentlyConfirmed },
    signedIn: {},
  }) as unknown as PageRequest;

describe("a route that declares it", () => {
  const served: UserRoute = {
    method: "GET",
    path: "/danger",
    access: "user",
    stepUp: true,
    handle: () => new Response("done"),
  };
  it("serves a user who has just given the password", async () => {
    expect(await (await admit(served, pageRequestOf(true))).text()).toBe("done");
  });

  it.each([
    ["GET", "%2Fdanger%3Fx%3D1"],
    ["POST", "%2Fdanger"],
  ] as const)("leads others on %s to the page that asks for it", async (method, returnTo) => {
    const response = await admit({ ...served, method }, pageRequestOf(false));
    expect(response.headers.get("location")).toBe(`/account/confirm?return_to=${returnTo}`);
  });

  it("refuses users who are no administrators before anything else", async () => {
    const route = { ...served, access: "administrator" } as const;
    expect(() => admit(route, pageRequestOf(false))).toThrow("forbidden");
  });
});
