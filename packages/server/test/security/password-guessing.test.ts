import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createMetrics } from "../../src/http/metrics.ts";
import { logRequests } from "../../src/http/request-observer.ts";
import { Browser, formsOf } from "../support/browser.ts";
import { countRows } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

/** The cookie by which a browser is recognised. */
const deviceCookie = "sop_device";
/** Attempts on one username over all addresses before each further one has to wait. */
const freeAttempts = 20;
const hour = 3_600_000;
/** Longer than any password that is derived from: the tests have nothing to wait for. */
const wrong = "x".repeat(1025);

const behindProxy = { trustProxy: "1" };

/** Another address in another network each time. */
function addressOf(index: number): string {
  return `2001:db8:${index.toString(16)}:1::1`;
}

async function openForm(platform: TestPlatform, browser = new Browser(platform)) {
  const form = formsOf((await browser.get("/login")).html).find(({ action }) => action === "/login");
  return (username: string, password: string, from: string) =>
    browser.post("/login", { ...form?.hidden, username, password }, { "x-forwarded-for": from });
}

/** Guesses from ever other addresses. @returns the statuses */
async function guess(platform: TestPlatform, username: string, many: number, first = 0) {
  const attempt = await openForm(platform);
  const statuses: number[] = [];
  for (let index = first; index < first + many; index += 1)
    statuses.push((await attempt(username, wrong, addressOf(index))).status);
  return statuses;
}

function looked(statuses: readonly number[]): number {
  return statuses.filter((status) => status === 401).length;
}

describe("guessing the password of one username from ever other addresses", () => {
  it("gets slower with each attempt past the free ones, whether there is such a user or not", async () => {
    for (const username of ["ada", "not-there"]) {
      const platform = await startTestPlatform(behindProxy);
      expect(looked(await guess(platform, username, freeAttempts + 1))).toBe(freeAttempts + 1);
      const waits: number[] = [];
      const attempt = await openForm(platform);
      for (let index = 100; index < 113; index += 1) {
        const refused = await attempt(username, wrong, addressOf(index));
        expect(refused.status).toBe(429);
        const seconds = Number(refused.headers.get("retry-after"));
        waits.push(seconds);
        platform.clock.now += seconds * 1000;
        expect((await attempt(username, wrong, addressOf(index))).status).toBe(401);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
    }
  });

  it("is counted exactly when all attempts come at once", async () => {
    const platform = await startTestPlatform(behindProxy);
    const attempt = await openForm(platform);
    const pages = await Promise.all(
      Array.from({ length: 60 }, (_, index) => attempt("ada", wrong, addressOf(index))),
    );
    expect(looked(pages.map(({ status }) => status))).toBe(freeAttempts + 1);
  });

  it("gets fewer than 150 attempts in a day, and begins again a day after the last one", async () => {
    const platform = await startTestPlatform(behindProxy);
    const end = platform.clock.now + 24 * hour;
    const attempt = await openForm(platform);
    let passed = 0;
    for (let index = 0; platform.clock.now < end; index += 1) {
      const page = await attempt("ada", wrong, addressOf(index));
      if (page.status === 401) passed += 1;
      else platform.clock.now += Number(page.headers.get("retry-after")) * 1000;
    }
    expect(passed).toBeGreaterThan(100);
    expect(passed).toBeLessThan(150);
    platform.clock.now += 24 * hour;
    await platform.store.sweepExpired();
    const rows = platform.database.reader.kysely.selectFrom("sign_in_delays").select("attempts");
    expect(await rows.execute()).toEqual([]);
  });

  it("does not keep the user out of a browser that signed in before, nor other users out", async () => {
    const platform = await startTestPlatform(behindProxy);
    const known = new Browser(platform);
    await (
      await openForm(platform, known)
    )("ada", sampleSecrets.ada, "192.0.2.7");
    known.cookies.delete("sop_session");
    await guess(platform, "ada", freeAttempts + 5);
    const stranger = await openForm(platform);
    expect((await stranger("ada", sampleSecrets.ada, "192.0.2.8")).status).toBe(429);
    expect((await stranger("bob", sampleSecrets.bob, "192.0.2.8")).status).toBe(303);
    const again = await openForm(platform, known);
    expect((await again("ada", sampleSecrets.ada, "192.0.2.9")).status).toBe(303);
  });

  it("does not begin again when the clock is set back by minutes, and makes no one wait longer for it", async () => {
    const platform = await startTestPlatform(behindProxy);
    await guess(platform, "ada", freeAttempts + 1);
    platform.clock.now -= 10 * 60_000;
    const attempt = await openForm(platform);
    expect((await attempt("ada", wrong, addressOf(50))).status).toBe(401);
    const refused = await attempt("ada", wrong, addressOf(51));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
  });

  it("does not begin again when the clock is set back, and makes no one wait for the clock to catch up", async () => {
    const platform = await startTestPlatform(behindProxy);
    platform.clock.now += 72 * hour;
    await guess(platform, "ada", freeAttempts + 1);
    platform.clock.now -= 72 * hour;
    const attempt = await openForm(platform);
    expect((await attempt("ada", wrong, addressOf(50))).status).toBe(401);
    expect((await attempt("ada", wrong, addressOf(51))).status).toBe(429);
  });
});

describe("signing in oneself", () => {
  it("any number of times in a day, from browsers that forget their cookies, has to wait for nothing", async () => {
    const platform = await startTestPlatform(behindProxy);
    for (let index = 0; index < freeAttempts + 2; index += 1) {
      const attempt = await openForm(platform);
      expect((await attempt("ada", sampleSecrets.ada, addressOf(index))).status).toBe(303);
    }
    expect(await countRows(platform, "devices")).toBe(10);
  });
});

async function knownBrowser(platform: TestPlatform): Promise<Browser> {
  const browser = new Browser(platform);
  await (
    await openForm(platform, browser)
  )("ada", sampleSecrets.ada, "192.0.2.7");
  browser.cookies.delete("sop_session");
  return browser;
}

describe("a recognised browser", () => {
  it("has ten attempts at once and no more, from whatever address", async () => {
    const platform = await startTestPlatform(behindProxy);
    const attempt = await openForm(platform, await knownBrowser(platform));
    const statuses: number[] = [];
    for (let index = 0; index < 15; index += 1)
      statuses.push((await attempt("ada", wrong, addressOf(index))).status);
    expect(looked(statuses)).toBe(10);
  });

  it.each([
    ["of another user", (browser: Browser) => browser],
    [
      "with a value that was not made here",
      (browser: Browser) => {
        browser.cookies.set(deviceCookie, "x".repeat(32));
        return browser;
      },
    ],
  ])("%s is none for bob", async (_, changed) => {
    const platform = await startTestPlatform(behindProxy);
    const browser = changed(await knownBrowser(platform));
    await guess(platform, "bob", freeAttempts + 5);
    const attempt = await openForm(platform, browser);
    expect((await attempt("bob", sampleSecrets.bob, "192.0.2.7")).status).toBe(429);
  });

  it("is none any more after a change of the password, and its cookie alone signs no one in", async () => {
    const platform = await startTestPlatform(behindProxy);
    const browser = await knownBrowser(platform);
    expect((await browser.get("/account/applications")).status).toBe(303);
    await declare(platform, { users: [{ username: "ada", password: "another-sample-password" }] });
    await guess(platform, "ada", freeAttempts + 5);
    const attempt = await openForm(platform, browser);
    expect((await attempt("ada", "another-sample-password", "192.0.2.7")).status).toBe(429);
  });
});

function warningsOf({ observed }: TestPlatform): readonly Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      // Each line of the log is an object.
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const observe = logRequests(pino({ level: "warn", base: null }, stream));
  for (const request of observed) observe(request);
  return lines;
}

describe("a refused attempt to sign in leaves a trace:", () => {
  it("one warning each, with the address and a keyed hash of the username, and no word that was typed", async () => {
    const platform = await startTestPlatform(behindProxy);
    const attempt = await openForm(platform);
    await attempt("ada", wrong, "[2001:db8:1:1::7]:443");
    await attempt("ada", wrong, "192.0.2.8");
    await attempt("hunter2", wrong, "192.0.2.8");
    for (let index = 0; index < 9; index += 1) await attempt("ada", wrong, "192.0.2.8");
    await attempt("ada", wrong, "192.0.2.8");
    const warnings = warningsOf(platform);
    expect(warnings).toHaveLength(13);
    expect(warnings[0]).toMatchObject({
      level: 40,
      msg: "sign-in refused",
      route: "/login",
      problem: "wrong_credentials",
      address: "2001:db8:1:1::7",
      username: expect.stringMatching(/^[\w-]{16}$/),
    });
    expect(warnings[1]?.["username"]).toBe(warnings[0]?.["username"]);
    expect(warnings[2]?.["username"]).not.toBe(warnings[0]?.["username"]);
    expect(warnings.at(-1)).toMatchObject({ problem: "too_many_attempts" });
    // Random values of a request and the keyed hashes may have any three letters in them.
    const text = JSON.stringify(warnings.map((line) => ({ ...line, request_id: "", username: "" })));
    for (const typed of ["ada", "hunter2", "xxxx"]) expect(text).not.toContain(typed);
    for (const { username } of warnings) expect(String(username)).not.toMatch(/^ada|hunter2/);
  });

  it("and a count of its own in the metrics, not that of served requests", async () => {
    const platform = await startTestPlatform(behindProxy);
    const attempt = await openForm(platform);
    for (let index = 0; index < 12; index += 1) await attempt("ada", wrong, "192.0.2.8");
    await attempt("ada", sampleSecrets.ada, "192.0.2.9");
    const metrics = createMetrics();
    for (const request of platform.observed) metrics.countRequest(request);
    const text = await metrics.text();
    expect(text).toContain('sop_requests_total{route="/login",error_type="wrong_credentials"} 10');
    expect(text).toContain('sop_requests_total{route="/login",error_type="too_many_attempts"} 2');
    // The form itself, and the sign-in.
    expect(text).toContain('sop_requests_total{route="/login",error_type="ok"} 2');
  });
});
