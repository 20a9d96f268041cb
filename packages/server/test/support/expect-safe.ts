import { expect } from "vitest";
import type { Page } from "./browser.ts";
import { databaseContents } from "./database-contents.ts";
import { authorizationLink, exchangeParameters, goodLink, type UserTokens } from "./flows.ts";
import { sampleCallback } from "./sample-declaration.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** What a code, a token and a secret of the platform look like. */
export const tokenShape = /sop[a-z]_[A-Za-z0-9_-]{16,}/;

/** What only a developer of the platform should ever get to see. */
const internals = /\.tsx?:\d+|node_modules|node:internal|SQLITE_|\bselect\b.+\bfrom\b|insert into/i;

/**
 * Holds that an attack through pages fails in every respect: it gets an error page, which leads nowhere, gives
 * nothing away and may neither be kept nor framed; nothing has changed; and people are served as before.
 *
 * @returns the error page, for what a test has to say about it beyond that
 */
export async function expectSafe(
  platform: TestPlatform,
  attack: () => Promise<Page>,
  expected: ExpectedRefusal = {},
): Promise<Page> {
  const page = await expectRefused(platform, attack, expected);
  await expectLegitimateFlow(platform);
  return page;
}

interface ExpectedRefusal {
  readonly status?: number;
}

/** The same, for one of many cases on a platform that they share: that people are served is held after all of them. */
export async function expectRefused(
  platform: TestPlatform,
  attack: () => Promise<Page>,
  { status }: ExpectedRefusal = {},
): Promise<Page> {
  const before = await databaseContents(platform);
  const page = await attack();
  expectErrorPage(page);
  if (status !== undefined) expect(page.status).toBe(status);
  expect(await databaseContents(platform)).toEqual(before);
  return page;
}

/** Holds that a page is about a mistake of the caller, and harmless. */
export function expectErrorPage(page: Page): void {
  expect(page.status).toBeGreaterThanOrEqual(400);
  expect(page.status).toBeLessThan(500);
  expectToLeadNowhere(page);
  expectToGiveNothingAway(page);
  expectProtectiveHeaders(page);
  const requestId = page.headers.get("x-request-id");
  expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  // A HEAD has no body to show it in.
  if (page.html !== "") expect(page.html).toContain(`<code class="request-id">${requestId}</code>`);
}

/** Neither a redirect of any kind, nor a link or a form to another origin. */
export function expectToLeadNowhere({ headers, html }: Page): void {
  expect(headers.get("location")).toBeNull();
  expect(headers.get("refresh")).toBeNull();
  expect(html).not.toMatch(/http-equiv/i);
  const targets = [...html.matchAll(/\b(?:href|src|action|formaction)="([^"]*)"/g)].map(
    ([, target]) => target,
  );
  expect(targets.filter((target) => !/^(?:\/(?![/\\])|#)/.test(target ?? ""))).toEqual([]);
}

function expectToGiveNothingAway({ headers, html }: Page): void {
  expect(html).not.toMatch(tokenShape);
  expect(html).not.toMatch(internals);
  expect([...headers].join("\n")).not.toMatch(tokenShape);
}

/** A page that cannot be cached, framed or content-sniffed, and sends no referrer. */
export function expectProtectiveHeaders({ headers }: Page): void {
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*frame-ancestors 'none'/);
  expect(headers.get("access-control-allow-origin")).toBeNull();
}

/** Holds that somebody who allows the sample's application still gets where they should, and it gets its tokens. */
export async function expectLegitimateFlow(platform: TestPlatform): Promise<void> {
  const browser = await signedInBrowser(platform);
  const consent = await browser.get(authorizationLink());
  const answer = await browser.submit(consent, "/connect/oauth2/authorize/decision", { decision: "allow" });
  expect(answer.status).toBe(303);
  const location = new URL(answer.location ?? "");
  expect(location.origin + location.pathname).toBe(sampleCallback);
  expect([...location.searchParams.keys()]).toEqual(["code", "state"]);
  expect(location.searchParams.get("state")).toBe(goodLink.state);
  const parameters = exchangeParameters(location.searchParams.get("code") ?? "");
  const { code, data } = await platform.call<UserTokens>("/api/oauth2/access_token", parameters);
  expect(code).toBe("OK");
  const { access_token, openid } = data;
  const user = await platform.call("/api/oauth2/user", { appid: goodLink.appid, access_token, openid });
  expect(user).toMatchObject({ code: "OK", data: { openid, nickname: "Ada" } });
}
