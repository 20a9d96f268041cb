import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DatabaseUnavailableError } from "@survey-open-platform/database";
import { csrfOf, fullSources, openBrowser, password, wellApplication } from "./status-stage.ts";

/** On a port of its own. */
const open = { password: undefined, isOnOwnPort: true };

describe("the status page", () => {
  test("shows applications, renewals with their table, users, callers and the audit trail", async () => {
    const page = await (await openBrowser(open).get("/status")).text();
    for (const shown of ["northstar_team", "Version", "1 hour", "in 55 minutes", "hubc_AbCdEfGhIjKl"])
      expect(page).toContain(shown);
    expect(page).toContain("Renewed by hubs 12, by other programs 2, failed 0.");
    expect(page.match(/<rect class="bar-minted" x=/g)).toHaveLength(12);
    expect(page).toContain("2026-11-20 03:00");
    expect(page).toContain("Token renewed");
    expect(page).toContain("proxy /api/surveys");
    expect(page).toContain("insight_board");
  });

  test("has no table that scrolls: each cell says what it is, for the cards of a phone", async () => {
    const page = await (await openBrowser(open).get("/status")).text();
    const cells = page.match(/<(?:th|td) role="(?:rowheader|cell)"[^>]*/g) ?? [];
    expect(cells.length).toBeGreaterThan(50);
    expect(cells.filter((cell) => !/ data-label="[^"]+"/.test(cell))).toEqual([]);
  });

  test("shows no caller's secret, not even sealed, and what users typed as text", async () => {
    const page = await (await openBrowser(open).get("/status")).text();
    expect(page).not.toContain("sealed-secret");
    expect(page).toContain("order &lt;b&gt;service&lt;/b&gt;");
  });

  test("is written in the language that is asked for, and remembers a choice", async () => {
    const browser = openBrowser(open);
    const chinese = await browser.get("/status", { headers: { "accept-language": "zh-TW,en;q=0.5" } });
    expect(await chinese.text()).toContain('<html lang="zh-CN">');
    expect(await (await browser.get("/status?lang=zh-CN")).text()).toContain("团队令牌");
    expect(await (await browser.get("/status")).text()).toContain("团队令牌");
    expect(await (await browser.get("/status?lang=en")).text()).toContain("Team tokens");
  });

  test("runs no script, and cannot be framed or cached", async () => {
    const { headers } = await openBrowser(open).get("/status");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("says what it knows while the database is away", async () => {
    const store = {
      ...fullSources.store,
      listCallers: () => Promise.reject(new DatabaseUnavailableError("away")),
    };
    const page = await (await openBrowser({ ...open, store }).get("/status")).text();
    expect(page).toContain("The database cannot be reached");
    expect(page).toContain("northstar_team");
  });

  test.each([
    ["Held back", { isHeldBack: true, problem: "foreign_refresher" }],
    ["Problem", { problem: "invalid_client" }],
    ["Renewing", { isRenewing: true }],
    ["No token", { version: 0 }],
    ["No token", { expiresInSeconds: 0 }],
    ["In doubt", { isInDoubt: true }],
    ["Good", {}],
  ])("calls an application %s when it is %o", async (says, change) => {
    const hub = { describe: () => [{ ...wellApplication, ...change }] };
    const page = await (await openBrowser({ ...open, hub }).get("/status")).text();
    expect(/<span class="badge badge-\w+">([^<]+)/.exec(page)?.[1]).toBe(says);
  });
});

/** The bars and the top of the scale when so many tokens were renewed in each hour. */
async function chartOf(counts: readonly number[]) {
  const hours = counts.map((minted, index) => ({
    startsAt: Date.UTC(2026, 10, 20, index),
    minted,
    foreign: Math.floor(minted / 2),
    failed: 0,
  }));
  const store = { ...fullSources.store, countRenewals: async () => hours };
  const page = await (await openBrowser({ ...open, store }).get("/status")).text();
  const bars = [
    ...page.matchAll(/<rect class="bar-\w+" x="[\d.]+" y="([\d.]+)" width="\d+" height="([\d.]+)"/g),
  ];
  const [, top = ""] = /chart-scale" aria-hidden="true"><span>(\d+)/.exec(page) ?? [];
  return { bars: bars.map(([, y, height]) => ({ y: Number(y), height: Number(height) })), top };
}

describe("the chart of renewals", () => {
  test.each([
    { most: 1, top: "2" },
    { most: 2, top: "4" },
    { most: 5, top: "10" },
    { most: 14, top: "40" },
    { most: 66, top: "100" },
    { most: 68, top: "200" },
  ])("with $most renewals in an hour goes up to $top, and no bar leaves it", async ({ most, top }) => {
    const chart = await chartOf([0, 1, most]);
    expect(chart.top).toBe(top);
    expect(chart.bars.length).toBeGreaterThan(1);
    for (const { y, height } of chart.bars) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(100.001);
    }
  });

  test("without any renewal has no bar, and a scale all the same", async () => {
    expect(await chartOf([0, 0, 0])).toEqual({ bars: [], top: "2" });
  });
});

describe("without a password and a port of its own the status page", () => {
  test.each(["127.0.0.1", "::1"])("is refused even to %s", async (address) => {
    const answer = await openBrowser({ ...open, isOnOwnPort: false }).get("/status", { address });
    expect(answer.status).toBe(403);
    const page = await answer.text();
    expect(page).toContain("status_port");
    expect(page).not.toContain("northstar_team");
  });
});

describe("without a password the status page on a port of its own", () => {
  test.each([
    ["another machine", { address: "192.0.2.7" }],
    ["an unknown address", { address: "" }],
    ["a proxy on this machine", { headers: { "x-forwarded-for": "192.0.2.7" } }],
    ["a proxy that says so in the standard's way", { headers: { forwarded: "for=192.0.2.7" } }],
    ["a name that somebody pointed at this machine", { origin: "http://rebound.example:8790" }],
  ])("is refused to %s", async (_, init) => {
    const answer = await openBrowser(open).get("/status", init);
    expect(answer.status).toBe(403);
    const page = await answer.text();
    expect(page).toContain("status_password_file");
    expect(page).not.toContain("northstar_team");
  });

  test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])("is shown to %s", async (address) => {
    expect((await openBrowser(open).get("/status", { address })).status).toBe(200);
  });
});

describe("with a password the status page", () => {
  test("leads everybody to the form, this machine too, and shows nothing before", async () => {
    const answer = await openBrowser().get("/status");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/status/login");
    expect(await answer.text()).toBe("");
  });

  test("opens for anyone who knows it, from anywhere, until they sign out", async () => {
    const browser = openBrowser();
    const address = "192.0.2.7";
    expect((await browser.signIn(password, { address })).headers.get("location")).toBe("/status");
    const page = await browser.get("/status", { address });
    expect(page.status).toBe(200);
    const copy = new Map(browser.jar);
    const form = { csrf: csrfOf(await page.text()) };
    await browser.post("/status/logout", { form });
    for (const [name, value] of copy) browser.jar.set(name, value);
    expect((await browser.get("/status")).status).toBe(303);
  });

  test("stays shut for a wrong password, in words", async () => {
    const browser = openBrowser();
    const answer = await browser.signIn("correct horse batterz");
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain("Wrong password.");
    expect((await browser.get("/status")).status).toBe(303);
  });

  test("counts attempts: after ten the right one has to wait too, and other addresses do not", async () => {
    let now = 0;
    const browser = openBrowser({ now: () => now });
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await browser.signIn("wrong")).status).toBe(401);
    const answer = await browser.signIn(password);
    expect(answer.status).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("10");
    expect((await browser.signIn(password, { address: "192.0.2.7" })).status).toBe(303);
    browser.jar.clear();
    now += 10_000;
    expect((await browser.signIn(password)).status).toBe(303);
  });

  test.each([
    ["an IPv6 network as one address", 10, (index: number) => `2001:db8:1:1::${index.toString(16)}`],
    ["an IPv6 site as ten addresses", 100, (index: number) => `2001:db8:1:${index.toString(16)}::1`],
    [
      "an IPv4 address as one, in either spelling",
      10,
      (index: number) => (index % 2 === 0 ? "::ffff:192.0.2.1" : "192.0.2.1"),
    ],
  ])("counts %s", async (_, most, addressOf) => {
    const { signIn } = openBrowser({ now: () => 0 });
    const statuses: number[] = [];
    for (let index = 0; index < most + 20; index += 1)
      statuses.push((await signIn("wrong", { address: addressOf(index) })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(most);
    expect(statuses.slice(most).every((status) => status === 429)).toBe(true);
  });

  test.each([
    ["without the form's token", { form: { password } }],
    ["with somebody else's token", { form: { csrf: "x".repeat(43), password } }],
  ])("is not opened by a form %s", async (_, init) => {
    const browser = openBrowser();
    await browser.get("/status/login");
    expect((await browser.post("/status/login", init)).status).toBe(403);
    expect((await browser.get("/status")).status).toBe(303);
  });

  test("is not opened by a form whose key was made from an empty cookie", async () => {
    const browser = openBrowser();
    browser.jar.set("hub_sign_in", "");
    const form = { csrf: createHmac("sha256", "").update("csrf").digest("base64url"), password };
    expect((await browser.post("/status/login", { form })).status).toBe(403);
    expect((await browser.signIn(password)).status).toBe(303);
  });

  test("is not opened by a form that comes from another site", async () => {
    const browser = openBrowser();
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
      expect((await browser.signIn(password, { headers })).status).toBe(403);
  });

  test("keeps somebody signed in who did not ask to be signed out", async () => {
    const browser = openBrowser();
    await browser.signIn(password);
    await browser.post("/status/logout", { form: {} });
    await browser.post("/status/logout", { form: { csrf: "x".repeat(43) } });
    expect((await browser.get("/status")).status).toBe(200);
  });

  test("ends a session after twelve hours", async () => {
    let now = 0;
    const browser = openBrowser({ now: () => now });
    await browser.signIn(password);
    now = 12 * 3_600_000 - 1;
    expect((await browser.get("/status")).status).toBe(200);
    now += 2;
    expect((await browser.get("/status")).status).toBe(303);
  });

  test("accepts no session that the browser made up, and gives a new one to a browser that sends one", async () => {
    const browser = openBrowser();
    browser.jar.set("hub_session", "planted");
    expect((await browser.get("/status")).status).toBe(303);
    await browser.signIn(password);
    expect(browser.jar.get("hub_session")).not.toBe("planted");
  });

  test("sets cookies that no script reads and no other site sends, and over TLS no plain connection either", async () => {
    const browser = openBrowser();
    const plain = (await browser.signIn(password)).headers.getSetCookie().join("\n");
    expect(plain).toMatch(/^hub_session=.*HttpOnly; SameSite=Strict/m);
    const form = await browser.get("/status/login", {
      headers: { "x-forwarded-proto": "https", cookie: "" },
    });
    expect(form.headers.getSetCookie().join("\n")).toMatch(/^__Host-hub_sign_in=.*Path=\/.*Secure/m);
  });
});

test("files of the page may be kept for ever, and their address changes with them", async () => {
  const browser = openBrowser(open);
  const page = await (await browser.get("/status")).text();
  const [, path = ""] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
  const answer = await browser.get(path);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  expect(await answer.text()).toContain("prefers-color-scheme: dark");
});
