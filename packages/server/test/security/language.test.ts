import { describe, expect, it } from "vitest";
import { Browser, type Page } from "../support/browser.ts";
import { authorizationLink } from "../support/flows.ts";
import { consentFields, decisionPath } from "../support/opened-consent.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const wishes: readonly string[] = [
  "",
  "fr",
  "EN-us",
  "zh_TW",
  "zh-CN; Path=/evil",
  "en; Domain=evil.example",
  "en\r\nSet-Cookie: sop_session=evil",
  "en\0",
  "<script>alert(1)</script>",
  `"><script>alert(1)</script>`,
  "../../../../etc/passwd",
  "__proto__",
  "constructor",
  "toString",
  "%",
  "\ud800",
  "\u4e2d\u6587",
  "en,zh",
  "x".repeat(50_000),
];

/** The links by which a page offers itself in other languages. */
function languageLinks({ html }: Page): readonly string[] {
  return [...html.matchAll(/<a href="([^"]*)" lang="/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
}

describe("a wish for a language chooses among ours and does nothing else", () => {
  it.each(wishes)("as a parameter: %j", async (wish) => {
    const platform = await startTestPlatform();
    const { status, html, headers } = await new Browser(platform).get(`/?lang=${encodeLoosely(wish)}`);
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html><html lang="(?:en|zh-CN)">/);
    const cookie = /^sop_lang=(?:en|zh-CN); Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/;
    // Only a wish that names one of ours is remembered.
    for (const line of headers.getSetCookie()) expect(line).toMatch(cookie);
  });

  it("is remembered where it names one of ours, in any case and region", async () => {
    const platform = await startTestPlatform();
    for (const wish of ["en", "zh-CN", "ZH_tw", "en-GB"])
      expect((await new Browser(platform).get(`/?lang=${wish}`)).headers.getSetCookie()).toHaveLength(1);
    expect((await new Browser(platform).get("/?lang=fr")).headers.getSetCookie()).toEqual([]);
  });

  it.each(wishes)("as a cookie: %j", async (wish) => {
    const platform = await startTestPlatform();
    const { status, html, headers } = await new Browser(platform).get("/", {
      cookie: `sop_lang=${encodeLoosely(wish)}`,
    });
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html><html lang="(?:en|zh-CN)">/);
    expect(headers.getSetCookie()).toEqual([]);
  });

  it.each([
    "",
    "*",
    ",,,,",
    "en;q=2",
    "zh;q=-1, en;q=0.1",
    "en;q=1e309",
    "<script>alert(1)</script>",
    "a".repeat(50_000),
    "zh-".repeat(20_000),
    `${"en;".repeat(20_000)}q=`,
    ",".repeat(50_000),
    `en${" ".repeat(50_000)};q=0.5`,
    `en;q=0.${"0".repeat(50_000)}`,
  ])("as a header, and in no time: %j", async (wish) => {
    const platform = await startTestPlatform();
    const before = process.cpuUsage();
    const page = await new Browser(platform).get("/", { "accept-language": wish });
    expect(page.html).toMatch(/^<!doctype html><html lang="(?:en|zh-CN)">/);
    // A pattern that blows up takes minutes on these.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
  });

  it("given many times it is still one cookie", async () => {
    const platform = await startTestPlatform();
    const { headers } = await new Browser(platform).get("/?lang=en&lang=zh-CN&lang[]=fr");
    expect(headers.getSetCookie()).toHaveLength(1);
  });
});

describe("a link to the same page in another language leads to the same page", () => {
  it("with the authorization link as it was, byte for byte", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const link = authorizationLink({ redirect_uri: "https://insight.example/callback?from=sop" });
    const links = languageLinks(await browser.get(link));
    expect(links).toEqual([`${link}&lang=en`, `${link}&lang=zh-CN`]);
    const chinese = await browser.get(links[1] ?? "");
    expect(chinese.html).toContain('<html lang="zh-CN">');
    const { location } = await browser.submit(chinese, decisionPath, { decision: "allow" });
    expect(location).toMatch(
      /^https:\/\/insight\.example\/callback\?from=sop&code=sopc_[\w-]{32}&state=abc123$/,
    );
  });

  it("and on the sign-in page with the way back", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const page = await browser.follow(browser.get(authorizationLink()));
    const chinese = await browser.get(languageLinks(page)[1] ?? "");
    expect(chinese.html).toContain('<html lang="zh-CN">');
    expect(chinese.html).toContain(`value="${authorizationLink().replaceAll("&", "&amp;")}"`);
  });

  it.each([
    "/?lang=//evil.example",
    "/?x=https://evil.example/",
    "/?//evil.example",
    "/?lang=en&lang=fr&l%61ng=x",
    "//evil.example/",
    "///evil.example/%2e%2e",
    "/%5cevil.example/",
    "/\\evil.example/",
    "/nowhere//evil.example?lang=fr",
    "/login?return_to=//evil.example",
    "/connect/oauth2/authorize?redirect_uri=https://evil.example/",
    "/connect/oauth2/authorize?redirect_uri=javascript:alert(1)&lang=en",
    `/?${"lang=en&".repeat(2000)}`,
  ])("and never anywhere else: %s", async (path) => {
    const platform = await startTestPlatform();
    const page = await new Browser(platform).get(path);
    const links = languageLinks(page);
    expect(links).toHaveLength(2);
    for (const link of links) {
      expect(link).toMatch(/^\/(?![/\\])/);
      expect(new URL(link, "https://survey.example").origin).toBe("https://survey.example");
    }
  });

  it("and changing the language of a consent page answers nothing, and leaves the page in the other tab open", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const english = await browser.get(authorizationLink());
    const chinese = await browser.get(languageLinks(english)[1] ?? "");
    expect(consentFields(chinese).request).not.toBe(consentFields(english).request);
    expect((await browser.submit(english, decisionPath, { decision: "allow" })).status).toBe(303);
  });
});

/** Percent-encodes what a header or an address cannot hold; half a character becomes the sign for that. */
function encodeLoosely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
