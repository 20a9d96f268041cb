import { TOTP } from "otpauth";
import { beforeEach, describe, expect, it } from "vitest";
import { declareUser } from "../../src/store/declaration/declaration-user.ts";
import { Browser, type Page } from "../support/browser.ts";
import { countRows, databaseContents } from "../support/database-contents.ts";
import { actorOfUser } from "../support/revoke-grants.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import {
  sampleRecoveryCodes,
  sampleTotpSecret,
  totpCode,
  turnOnSecondFactor,
} from "../support/second-factor.ts";
import { sessionCookie, signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { beginTotp, confirmTotp, findSecondFactor } from "../../src/store/people/second-factor-table.ts";

const path = "/login/second-factor";
let platform: TestPlatform;

beforeEach(async () => {
  platform = await startTestPlatform();
  await turnOnSecondFactor(platform);
});

/** A browser in which the password was given, and the page that asks for a code. */
async function firstStep(): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const browser = new Browser(platform);
  return { browser, page: await browser.signIn("ada", sampleSecrets.ada) };
}

async function enter(code: string): Promise<{ readonly browser: Browser; readonly status: number }> {
  const { browser, page } = await firstStep();
  const { status } = await browser.submit(page, path, { code });
  return { browser, status };
}

const statusOf = ({ status }: { readonly status: number }) => status;

describe("with a second factor the password alone", () => {
  it("signs no one in and leads to the page that asks for a code", async () => {
    const { browser, page } = await firstStep();
    expect([page.status, page.path.split("?")[0]]).toEqual([200, path]);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect(await countRows(platform, "sessions")).toBe(0);
    expect((await browser.get("/account")).location).toBe("/login?return_to=%2Faccount");
  });

  it("and a wrong one gets the same response as without", async () => {
    const page = await new Browser(platform).signIn("ada", "wrong");
    const other = await new Browser(platform).signIn("bob", "wrong");
    expect([page.status, other.status]).toEqual([401, 401]);
    expect(await countRows(platform, "pending_sign_ins")).toBe(0);
  });
});

describe("a code of the app", () => {
  it.each([-1, 0, 1])("signs in, %i steps from now, and leads where the user wanted to go", async (steps) => {
    const browser = new Browser(platform);
    const page = await browser.signIn("ada", sampleSecrets.ada, browser.get("/login?return_to=%2Faccount"));
    const end = await browser.submit(page, path, { code: totpCode(platform, steps) });
    expect(end.location).toBe("/account");
    expect((await browser.get("/account")).status).toBe(200);
    expect(await countRows(platform, "pending_sign_ins")).toBe(0);
  });

  it.each(["", "000000", "abc", "1234567", "' or 1=1 --"])("is not %j", async (code) => {
    const { browser, status } = await enter(code);
    expect(status).toBe(401);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    expect((await enter(totpCode(platform))).status).toBe(303);
  });

  it("of two steps ago or ahead is too old or too new", async () => {
    expect((await enter(totpCode(platform, -2))).status).toBe(401);
    expect((await enter(totpCode(platform, 2))).status).toBe(401);
  });

  it("is taken once, and no earlier one after it", async () => {
    const [earlier, code] = [totpCode(platform, -1), totpCode(platform)];
    expect((await enter(code)).status).toBe(303);
    expect((await enter(code)).status).toBe(401);
    expect((await enter(earlier)).status).toBe(401);
    expect((await enter(totpCode(platform, 1))).status).toBe(303);
  });

  it("is taken once when eight bring it at the same time", async () => {
    const steps = [];
    for (let index = 0; index < 8; index += 1) steps.push(await firstStep());
    const code = totpCode(platform);
    const results = await Promise.all(steps.map(({ browser, page }) => browser.submit(page, path, { code })));
    expect(results.map(statusOf).filter((status) => status === 303)).toHaveLength(1);
    expect(await countRows(platform, "sessions")).toBe(1);
  });

  it("with which the second factor was turned on does not sign in", async () => {
    platform = await startTestPlatform();
    const code = totpCode(platform);
    await turnOnSecondFactor(platform);
    platform.clock.now -= 60_000;
    expect((await enter(code)).status).toBe(401);
  });
});

describe("a recovery code", () => {
  it("signs in once, however it is spelt", async () => {
    const [code] = sampleRecoveryCodes;
    expect((await enter(code.toUpperCase().replaceAll("-", " "))).status).toBe(303);
    expect((await enter(code)).status).toBe(401);
    expect((await enter(sampleRecoveryCodes[1])).status).toBe(303);
  });

  it("is used once when eight bring it at the same time", async () => {
    const steps = [];
    for (let index = 0; index < 8; index += 1) steps.push(await firstStep());
    const [code] = sampleRecoveryCodes;
    const results = await Promise.all(steps.map(({ browser, page }) => browser.submit(page, path, { code })));
    expect(results.map(statusOf).filter((status) => status === 303)).toHaveLength(1);
  });

  it("of another user is none", async () => {
    const bob = await platform.store.findUserByUsername("bob");
    if (bob === undefined) throw new Error("there is no bob");
    await platform.store.write(beginTotp, { userId: bob.id, secret: sampleTotpSecret });
    const codes = { userId: bob.id, code: totpCode(platform), recoveryCodes: ["zzzz-zzzz-zzzz-zzzz"] };
    await platform.store.write(confirmTotp, codes, actorOfUser(bob));
    expect((await enter("zzzz-zzzz-zzzz-zzzz")).status).toBe(401);
  });
});

describe("guessing codes", () => {
  it("gets slower for the user, over all sign-ins, and leaves a line in the log for each", async () => {
    const { browser, page } = await firstStep();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 24; attempt += 1)
      statuses.push((await browser.submit(page, path, { code: "000000" })).status);
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(401));
    expect(statuses.at(-1)).toBe(429);
    const reported = platform.observed.filter(({ refusedSignIn }) => refusedSignIn !== undefined);
    expect(reported).toHaveLength(24);
    const other = await firstStep();
    const refused = await other.browser.submit(other.page, path, { code: totpCode(platform) });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  });
});

describe("a sign-in between its two steps", () => {
  it("belongs to one browser and ends after ten minutes", async () => {
    const { browser, page } = await firstStep();
    const stranger = new Browser(platform);
    await stranger.get("/login");
    expect((await stranger.get(path)).location).toMatch(/^\/login\?/);
    platform.clock.now += 600_000;
    expect((await browser.submit(page, path, { code: totpCode(platform) })).location).toMatch(/^\/login\?/);
    expect(await countRows(platform, "sessions")).toBe(0);
  });

  it.each([
    ["the password is changed", { password_hash: "argon2id$19456$2$1$AAAAAAAAAAAAAAAAAAAAAA$AAAA" }],
    ["the user is disabled", { disabled: 1 }],
  ] as const)("gets no session when %s", async (_, change) => {
    const { browser, page } = await firstStep();
    const ada = platform.database.reader.kysely.selectFrom("users").selectAll().where("username", "=", "ada");
    const row = await ada.executeTakeFirstOrThrow();
    await platform.database.write((t) => declareUser(t, { username: "ada", ...change }, row));
    expect((await browser.submit(page, path, { code: totpCode(platform) })).location).toMatch(/^\/login\?/);
    expect(await countRows(platform, "sessions")).toBe(0);
  });

  it("has no effect when the csrf token is not that of the browser", async () => {
    const { browser } = await firstStep();
    const before = await databaseContents(platform);
    expect((await browser.post(path, { code: totpCode(platform), csrf: "x", return_to: "/" })).status).toBe(
      403,
    );
    expect(await databaseContents(platform)).toEqual(before);
  });
});

async function begin(): Promise<{
  readonly browser: Browser;
  readonly secret: string;
  readonly start: Page;
  readonly page: Page;
}> {
  const browser = await signedInBrowser(platform, "bob");
  const start = await browser.get("/account/security");
  const page = await browser.follow(browser.submit(start, "/account/security/begin"));
  const secret = /<code class="copyable"[^>]*>([A-Z2-7 ]+)</.exec(page.html)?.[1]?.replaceAll(" ", "") ?? "";
  return { browser, secret, start, page };
}

const isOn = async (username: string) => {
  const user = await platform.store.findUserByUsername(username);
  return (await findSecondFactor(platform.store.reader, user?.id ?? 0)).isOn;
};

describe("turning it on and off", () => {
  it("needs a code first, and shows neither secret nor recovery codes a second time", async () => {
    const { browser, secret, start, page } = await begin();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await browser.submit(page, "/account/security/totp", { code: "000000" })).status).toBe(400);
    expect(await isOn("bob")).toBe(false);
    const code = new TOTP({ secret }).generate({ timestamp: platform.clock.now });
    const shown = await browser.submit(page, "/account/security/totp", { code });
    const codes = shown.html.match(/\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b/g) ?? [];
    expect(new Set(codes).size).toBe(10);
    expect(await isOn("bob")).toBe(true);
    const later = await browser.get("/account/security");
    const again = await browser.get("/account/security/totp");
    const contents = JSON.stringify(await databaseContents(platform));
    for (const one of codes) expect(later.html + contents).not.toContain(one);
    expect([later.html.includes(secret), again.location]).toEqual([false, "/account/security"]);
    // Begun a second time, the secret in use stays.
    expect((await browser.submit(start, "/account/security/begin")).status).toBe(303);
    expect(await isOn("bob")).toBe(true);
  });

  it("off needs the password again, and then the password alone signs in", async () => {
    const browser = await signedInBrowser(platform);
    platform.clock.now += 600_001;
    expect((await browser.get("/account/security/off")).location).toMatch(/^\/account\/confirm/);
    const fresh = await signedInBrowser(platform);
    await fresh.submit(await fresh.get("/account/security/off"), "/account/security/off");
    expect(await isOn("ada")).toBe(false);
    expect(await countRows(platform, "recovery_codes")).toBe(0);
    expect((await firstStep()).browser.cookies.has(sessionCookie)).toBe(true);
  });

  it("new recovery codes end the earlier ones", async () => {
    const browser = await signedInBrowser(platform);
    const page = await browser.get("/account/security/recovery-codes");
    const shown = await browser.submit(page, "/account/security/recovery-codes");
    const [fresh = ""] = shown.html.match(/\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b/g) ?? [];
    expect((await enter(sampleRecoveryCodes[0])).status).toBe(401);
    expect((await enter(fresh)).status).toBe(303);
  });
});
