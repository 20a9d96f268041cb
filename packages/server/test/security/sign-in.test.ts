import crypto from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { Browser, formsOf, type Page } from "../support/browser.ts";
import { declare } from "../support/declare.ts";
import { expectSafe } from "../support/expect-safe.ts";
import { replaceBuiltin } from "../support/replace-builtin.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sessionCookie } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** How often a password hash was derived: a measure of the time that does not depend on the machine. */
const derivations = { count: 0 };

replaceBuiltin(crypto, "argon2", (argon2) => (algorithm, parameters, callback) => {
  derivations.count += 1;
  argon2(algorithm, parameters, callback);
});

beforeEach(() => {
  derivations.count = 0;
});

/** Attempts on one username from one address, before it has to wait. */
const attemptsOnName = 10;
/** Attempts from one address, whatever the login names. */
const attemptsOfAddress = 100;

/** One browser with one form open, so that every answer can differ in nothing but what was tried. */
async function openForm(platform: TestPlatform) {
  const browser = new Browser(platform);
  const form = formsOf((await browser.get("/login")).html).find(({ action }) => action === "/login");
  const attempt = (username: string, password: string, headers: Readonly<Record<string, string>> = {}) =>
    browser.post("/login", { ...form?.hidden, username, password }, headers);
  return { browser, attempt };
}

/** A page without what the person typed and what is different in every answer. */
function comparable({ status, headers, html }: Page, username: string) {
  const kept = [...headers].filter(([name]) => name !== "x-request-id");
  const typed = `value="${username.replaceAll("'", "&#39;")}"`;
  return { status, headers: kept, html: html.replace(typed, 'value="(typed)"') };
}

describe("a failed attempt does not reveal whether a username exists", () => {
  it.each([
    ["there is no such person", "unknown", "a-wrong-password"],
    ["the person is disabled, with a wrong password", "bob", "a-wrong-password"],
    ["the person is disabled, with the right password", "bob", sampleSecrets.bob],
    ["the name is written in capitals, with the right password", "ADA", sampleSecrets.ada],
    ["the name is that of a team", "Acme", "a-wrong-password"],
    ["the name is the nickname", "Ada", sampleSecrets.ada],
    ["the name is an appid, with its secret", "demo_app", sampleSecrets.demoApp],
    ["the name is very long", "x".repeat(5000), "a-wrong-password"],
    ["the name ends the statement", "ada'; --", "a-wrong-password"],
  ])("the page and the work are the same when %s", async (_, username, password) => {
    const platform = await startTestPlatform();
    await declare(platform, { users: [{ username: "bob", disabled: true }] });
    const { attempt } = await openForm(platform);
    derivations.count = 0;
    const known = await attempt("ada", "a-wrong-password");
    expect([known.status, derivations.count]).toEqual([401, 1]);
    const unknown = await attempt(username, password);
    expect(derivations.count).toBe(2);
    expect(comparable(unknown, username)).toEqual(comparable(known, "ada"));
  });

  it("also by a password that is too long to be looked at", async () => {
    const platform = await startTestPlatform();
    const { attempt } = await openForm(platform);
    const password = "x".repeat(1025);
    const known = await attempt("ada", password);
    const unknown = await attempt("unknown", password);
    expect(derivations.count).toBe(0);
    expect(comparable(unknown, "unknown")).toEqual(comparable(known, "ada"));
  });

  it("also by when there have been too many", async () => {
    const platform = await startTestPlatform();
    const { attempt } = await openForm(platform);
    for (let count = 0; count <= attemptsOnName; count += 1) {
      const known = await attempt("ada", "a-wrong-password");
      const unknown = await attempt("unknown", "a-wrong-password");
      expect(comparable(unknown, "unknown")).toEqual(comparable(known, "ada"));
    }
  });

  it("and the page does not repeat the password", async () => {
    const platform = await startTestPlatform();
    const { attempt } = await openForm(platform);
    const { html } = await attempt("ada", "a-wrong-password");
    expect(html).toContain('value="ada"');
    expect(html).not.toContain("a-wrong-password");
    expect(JSON.stringify(platform.observed)).not.toContain("a-wrong-password");
  });
});

/** How many pages have a status; and how many attempts need not be looked at, since a busy database server did not keep its time limits. */
function countStatuses(pages: readonly Page[]) {
  const numberOf = (wanted: number) => pages.filter(({ status }) => status === wanted).length;
  return { numberOf, excused: isOnPostgres() ? numberOf(503) : 0 };
}

describe("passwords cannot be guessed faster by asking all at once", () => {
  it("of 200 attempts on one name exactly as many are looked at as the limit says", async () => {
    const platform = await startTestPlatform();
    const { attempt } = await openForm(platform);
    derivations.count = 0;
    const pages = await Promise.all(
      Array.from({ length: 200 }, (_, count) => attempt("ada", `wrong-${count}`)),
    );
    const { excused, numberOf } = countStatuses(pages);
    for (const lookedAt of [derivations.count, numberOf(401)]) {
      expect(lookedAt).toBeLessThanOrEqual(attemptsOnName);
      expect(lookedAt).toBeGreaterThanOrEqual(attemptsOnName - excused);
    }
    expect(numberOf(401) + numberOf(429) + excused).toBe(200);
    for (const { status, headers } of pages.filter((page) => page.status !== 503)) {
      expect(headers.get("retry-after") ?? "").toMatch(status === 429 ? /^[1-9]\d?$/ : /^$/);
    }
  });

  it("nor by saying that one comes from somewhere else each time", async () => {
    const platform = await startTestPlatform();
    const { attempt } = await openForm(platform);
    derivations.count = 0;
    const pages = await Promise.all(
      Array.from({ length: 50 }, (_, count) =>
        attempt("ada", "wrong", {
          "x-forwarded-for": `203.0.113.${count}`,
          forwarded: `for=203.0.113.${count}`,
        }),
      ),
    );
    expect(derivations.count).toBe(attemptsOnName);
    expect(pages.filter(({ status }) => status === 429)).toHaveLength(50 - attemptsOnName);
  });

  it("nor by inventing hops in front of the one that our own proxy adds", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    const { attempt } = await openForm(platform);
    derivations.count = 0;
    for (let count = 0; count < 15; count += 1) {
      await attempt("ada", "wrong", { "x-forwarded-for": `203.0.113.${count}, 198.51.100.7` });
    }
    expect(derivations.count).toBe(attemptsOnName);
  });

  it("nor by a new form, a new browser or another page each time", async () => {
    const platform = await startTestPlatform();
    for (let count = 0; count < 15; count += 1) {
      const { attempt } = await openForm(platform);
      await attempt("ada", "wrong");
    }
    expect(derivations.count).toBe(attemptsOnName);
  });

  it("nor, on ever other names, past the limit of one address", async () => {
    const platform = await startTestPlatform();
    const { attempt } = await openForm(platform);
    const pages = await Promise.all(
      Array.from({ length: 200 }, (_, count) => attempt(`name-${count}`, "wrong")),
    );
    const { excused, numberOf } = countStatuses(pages);
    expect(numberOf(401)).toBeLessThanOrEqual(attemptsOfAddress);
    expect(numberOf(429)).toBeLessThanOrEqual(200 - attemptsOfAddress);
    expect(numberOf(429)).toBeGreaterThanOrEqual(200 - attemptsOfAddress - excused);
  }, 40_000);

  it("while a limit holds not even the right password is looked at, and once it is over it works", async () => {
    const platform = await startTestPlatform();
    const { browser, attempt } = await openForm(platform);
    for (let count = 0; count < attemptsOnName; count += 1) await attempt("ada", "wrong");
    derivations.count = 0;
    const refused = await attempt("ada", sampleSecrets.ada);
    expect([refused.status, derivations.count]).toEqual([429, 0]);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
    platform.clock.now += Number(refused.headers.get("retry-after")) * 1000;
    expect((await attempt("ada", sampleSecrets.ada)).status).toBe(303);
  });

  it("and a stranger elsewhere locks no user out", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    const stranger = await openForm(platform);
    for (let count = 0; count < 30; count += 1) {
      await stranger.attempt("ada", "wrong", { "x-forwarded-for": "203.0.113.9" });
    }
    const ada = await openForm(platform);
    const page = await ada.attempt("ada", sampleSecrets.ada, { "x-forwarded-for": "198.51.100.7" });
    expect(page.status).toBe(303);
  });

  it("and signing in to an account of one's own does not set back what was counted for others", async () => {
    const platform = await startTestPlatform();
    const { attempt } = await openForm(platform);
    for (let count = 0; count < attemptsOnName; count += 1) await attempt("ada", "wrong");
    const own = await openForm(platform);
    expect((await own.attempt("bob", sampleSecrets.bob)).status).toBe(303);
    expect((await attempt("ada", sampleSecrets.ada)).status).toBe(429);
  });
});

describe("what is typed costs no more than it should", () => {
  it("a form of ten megabytes is not read to its end, and nothing is derived from it", async () => {
    const platform = await startTestPlatform();
    const { browser } = await openForm(platform);
    const { body, readBytes } = longForm("username=ada&password=", 10 * 1024 * 1024);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const sent = { method: "POST", headers, body, duplex: "half" } as const;
    const attack = () => browser.send("/login", sent);
    await expectSafe(platform, attack, { status: 413 });
    expect(derivations.count).toBe(0);
    expect(readBytes()).toBeLessThan(256 * 1024);
  });

  it.each([1025, 10_000, 60_000])(
    "a password of %i bytes is refused without deriving anything",
    async (length) => {
      const platform = await startTestPlatform();
      const { attempt } = await openForm(platform);
      expect((await attempt("ada", "x".repeat(length))).status).toBe(401);
      expect(derivations.count).toBe(0);
    },
  );

  it("its length is counted in bytes", async () => {
    const platform = await startTestPlatform();
    const { attempt } = await openForm(platform);
    await attempt("ada", "\u{1f600}".repeat(257));
    expect(derivations.count).toBe(0);
    await attempt("ada", "\u{1f600}".repeat(256));
    expect(derivations.count).toBe(1);
  });

  it.each([
    ["", ""],
    ["ada", ""],
    ["", sampleSecrets.ada],
  ])(
    "the name %j with the password %j is asked for again, without counting or deriving",
    async (name, password) => {
      const platform = await startTestPlatform();
      const { attempt } = await openForm(platform);
      for (let count = 0; count < 15; count += 1) expect((await attempt(name, password)).status).toBe(400);
      expect(derivations.count).toBe(0);
      expect((await attempt("ada", sampleSecrets.ada)).status).toBe(303);
    },
  );

  it.each(["\0", "ada\0", "\ud800", "\uffff", "\u202eada", "__proto__", "constructor", "*", "%", "_da"])(
    "the name %j signs no user in",
    async (name) => {
      const platform = await startTestPlatform();
      const { attempt, browser } = await openForm(platform);
      expect((await attempt(name, sampleSecrets.ada)).status).toBe(401);
      expect(browser.cookies.has(sessionCookie)).toBe(false);
    },
  );

  it.each([
    `${sampleSecrets.ada} `,
    ` ${sampleSecrets.ada}`,
    `${sampleSecrets.ada}\0`,
    sampleSecrets.ada.toUpperCase(),
    sampleSecrets.ada.slice(0, -1),
    sampleSecrets.bob,
  ])("the password %j is not hers", async (password) => {
    const platform = await startTestPlatform();
    const { attempt, browser } = await openForm(platform);
    expect((await attempt("ada", password)).status).toBe(401);
    expect(browser.cookies.has(sessionCookie)).toBe(false);
  });
});

/** A form that is made while it is read. */
function longForm(start: string, length: number) {
  const chunk = new Uint8Array(16 * 1024).fill(0x78);
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = bytes === 0 ? new TextEncoder().encode(start) : chunk;
        bytes += next.byteLength;
        controller.enqueue(next);
        if (bytes >= length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, readBytes: () => bytes };
}
