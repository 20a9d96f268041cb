import { describe, expect, it } from "vitest";
import { Browser } from "../support/browser.ts";
import { declare, declareDemoApp } from "../support/declare.ts";
import { expectRefused, expectSafe } from "../support/expect-safe.ts";
import { authorizationLink, goodLink } from "../support/flows.ts";
import { sampleCallback } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { sharePlatform } from "../support/shared-platform.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { someOf } from "../../../../scripts/vitest/depth.ts";

const decision = "/connect/oauth2/authorize/decision";

/** Addresses that resemble `https://insight.example/callback`, of which not a single one is registered. */
const lookAlikes: readonly string[] = [
  // The registered host as a part of another one.
  "https://insight.example.evil.example/callback",
  "https://insight.exampleevil.example/callback",
  "https://insight.example-evil.example/callback",
  "https://evil-insight.example/callback",
  "https://evilinsight.example/callback",
  "https://www.insight.example/callback",
  "https://example/callback",
  "https://evil.example/https://insight.example/callback",
  "https://evil.example/?https://insight.example/callback",
  "https://evil.example/#https://insight.example/callback",
  "https://evil.example/callback",
  // Something before the host.
  "https://insight.example@evil.example/callback",
  "https://insight.example:443@evil.example/callback",
  "https://insight.example%40evil.example/callback",
  "https://evil.example@insight.example/callback",
  "https://user:password@insight.example/callback",
  "https://@insight.example/callback",
  "https://:@insight.example/callback",
  // Backslashes, which browsers read as slashes and others do not.
  String.raw`https://evil.example\@insight.example/callback`,
  String.raw`https://insight.example\.evil.example/callback`,
  String.raw`https://insight.example\@evil.example/callback`,
  String.raw`https:\\insight.example\callback`,
  String.raw`https://insight.example\callback`,
  String.raw`https://insight.example/callback\..\evil`,
  String.raw`\\insight.example\callback`,
  // Fragments.
  `${sampleCallback}#`,
  `${sampleCallback}#wj_redirect`,
  `${sampleCallback}#@evil.example`,
  `${sampleCallback}%23`,
  // Paths that mean the same, or less than they seem to.
  "https://insight.example/callback/",
  "https://insight.example//callback",
  "https://insight.example/callback/../callback",
  "https://insight.example/x/../callback",
  "https://insight.example/./callback",
  "https://insight.example/%2e/callback",
  "https://insight.example/callback/%2e%2e/evil",
  "https://insight.example/callback/%2E%2E%2Fevil",
  "https://insight.example/callback%2f..%2fevil",
  "https://insight.example/callback%252f..%252fevil",
  "https://insight.example/callback/..;/evil",
  "https://insight.example/callback;evil",
  "https://insight.example/callback/evil",
  "https://insight.example/callbackevil",
  "https://insight.example/callback.evil.example",
  "https://insight.example/callback%00",
  "https://insight.example/%63allback",
  "https://insight.example/callbac%6B",
  "https://insight.example/",
  "https://insight.example",
  // Queries.
  `${sampleCallback}?`,
  `${sampleCallback}&`,
  `${sampleCallback}?next=https://evil.example/`,
  `${sampleCallback}?from=other`,
  `${sampleCallback}?from=SOP`,
  `${sampleCallback}?FROM=sop`,
  `${sampleCallback}?from=so%70`,
  `${sampleCallback}?from=sop&`,
  `${sampleCallback}?from=sop&x=1`,
  `${sampleCallback}?x=1&from=sop`,
  `${sampleCallback}?from=sop&from=sop`,
  `${sampleCallback}?from=sop&code=stolen`,
  `${sampleCallback}?code=mine&state=mine`,
  // Case.
  "HTTPS://insight.example/callback",
  "https://INSIGHT.example/callback",
  "https://insight.example/Callback",
  "https://insight.example/CALLBACK",
  // Hosts that look alike, or become alike when they are normalised.
  "https://\u0456nsight.example/callback",
  "https://insight.ex\u0430mple/callback",
  "https://ins\u0131ght.example/callback",
  "https://insight\uff0eexample/callback",
  "https://insight\u3002example/callback",
  "https://\uff49nsight.example/callback",
  "https://in\u00adsight.example/callback",
  "https://xn--nsight-zof.example/callback",
  "https://insight.example./callback",
  "https://insight.example\u2215@evil.example/callback",
  // Ports.
  "https://insight.example:443/callback",
  "https://insight.example:0443/callback",
  "https://insight.example:/callback",
  "https://insight.example:8443/callback",
  "https://insight.example:80/callback",
  // Schemes, and addresses without one.
  "http://insight.example/callback",
  "ftp://insight.example/callback",
  "https:insight.example/callback",
  "https:/insight.example/callback",
  "https:///insight.example/callback",
  "//insight.example/callback",
  "///insight.example/callback",
  "//evil.example/callback",
  String.raw`/\evil.example/callback`,
  "/callback",
  "callback",
  "insight.example/callback",
  "javascript:alert(1)//https://insight.example/callback",
  "javascript://insight.example/callback%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://insight.example/callback",
  "view-source:https://insight.example/callback",
  "intent://insight.example/callback#Intent;scheme=https;end",
  "about:blank",
  // Characters that somebody along the way may drop.
  ` ${sampleCallback}`,
  `${sampleCallback} `,
  `\t${sampleCallback}`,
  `${sampleCallback}\n`,
  `${sampleCallback}\r\nSet-Cookie: sop_session=evil`,
  `${sampleCallback}\r\n\r\n<script>alert(1)</script>`,
  `${sampleCallback}%0d%0aLocation:%20https://evil.example/`,
  `${sampleCallback}\0`,
  `${sampleCallback}\0.evil.example`,
  "https://insight.exa\nmple/callback",
  "https://insight.exa\tmple/callback",
  `\ufeff${sampleCallback}`,
  `${sampleCallback}\u200b`,
  `${sampleCallback}\u202e`,
  `${sampleCallback}\u2028`,
  "https://insight.example/c\u0430llback",
  // Patterns and lists.
  "https://*.example/callback",
  "https://insight.example/*",
  "*",
  ".*",
  "%",
  "_",
  `${sampleCallback} https://evil.example/`,
  `${sampleCallback},https://evil.example/`,
  `["${sampleCallback}"]`,
  "[object Object]",
  "null",
  "undefined",
  "' or '1'='1",
  // Other spellings of loopback; http://localhost:8788/callback is registered.
  "http://127.0.0.1:8788/callback",
  "http://[::1]:8788/callback",
  "http://0.0.0.0:8788/callback",
  "http://0x7f.1:8788/callback",
  "http://2130706433:8788/callback",
  "http://LOCALHOST:8788/callback",
  "http://localhost.:8788/callback",
  "http://localhost:8789/callback",
  "http://localhost/callback",
  "https://localhost:8788/callback",
  "http://localhost:8788@evil.example/callback",
  "http://localhost.evil.example:8788/callback",
  // What belongs to somebody else.
  "https://other.example/callback",
  "http://platform.example/connect/oauth2/authorize",
  "https://insight.example/callback".repeat(4000),
];

describe("an address that is not registered, letter by letter, is never redirected to", () => {
  const shared = sharePlatform();
  it.each(someOf(lookAlikes).map((address) => [shown(address), address]))("%s", async (_, address) => {
    const platform = shared();
    const browser = await signedInBrowser(platform);
    const link = authorizationLink({ redirect_uri: address });
    const page = await expectRefused(platform, () => browser.get(link), { status: 400 });
    expect(page.html).toContain("The redirect address is not registered");
  });

  it("even when no user is signed in, so that no password is typed for it", async () => {
    const platform = await startTestPlatform();
    const link = authorizationLink({ redirect_uri: "https://evil.example/callback" });
    await expectSafe(platform, () => new Browser(platform).get(link), { status: 400 });
  });
});

/** Queries as they stand in the link, for what one decoding alone makes of them. */
const brokenQueries = {
  "without the parameter": queryWith(),
  "with the parameter empty": queryWith("redirect_uri="),
  "with the parameter but no value": queryWith("redirect_uri"),
  "encoded twice": queryWith(`redirect_uri=${encodeURIComponent(encodeURIComponent(sampleCallback))}`),
  "given twice": queryWith(both(sampleCallback, sampleCallback)),
  "given twice, the second one evil": queryWith(both(sampleCallback, "https://evil.example/")),
  "given twice, the first one evil": queryWith(both("https://evil.example/", sampleCallback)),
  "given twice, once with an encoded name": queryWith(
    `${parameter(sampleCallback)}&redirect%5Furi=https://evil.example/`,
  ),
  "given once and once empty": queryWith(`${parameter(sampleCallback)}&redirect_uri=`),
  "as an array only": queryWith(`redirect_uri[]=${encodeURIComponent(sampleCallback)}`),
  "as an element only": queryWith(`redirect_uri[0]=${encodeURIComponent(sampleCallback)}`),
  "as a member only": queryWith(`redirect_uri.x=${encodeURIComponent(sampleCallback)}`),
  "with another spelling of the name": queryWith(`Redirect_Uri=${encodeURIComponent(sampleCallback)}`),
  "with a percent sign that encodes nothing": queryWith(`${parameter(sampleCallback)}%`),
  "with a percent sign before other letters": queryWith(`${parameter(sampleCallback)}%zz`),
  "with bytes that are no UTF-8": queryWith(`${parameter(sampleCallback)}%ff`),
  "with an overlong slash": queryWith("redirect_uri=https:%c0%af%c0%afinsight.example%c0%afcallback"),
  "with half a surrogate pair": queryWith(`${parameter(sampleCallback)}%ed%a0%80`),
  "with a plus sign for a letter": queryWith(`${parameter(sampleCallback)}+`),
  "separated by a semicolon": queryWith(`x=1;${parameter(sampleCallback)}`),
} as const;

describe("a redirect_uri that can be read in two ways, or in none, is not redirected to", () => {
  const shared = sharePlatform();
  it.each(Object.entries(brokenQueries))("%s", async (_, broken) => {
    const platform = shared();
    const browser = await signedInBrowser(platform);
    await expectRefused(platform, () => browser.get(`/connect/oauth2/authorize?${broken}`), { status: 400 });
  });

  it("and names that merely resemble it are not read at all", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const noise = ["redirect_uri[]", "redirect_uri[0]", "redirect_url", "REDIRECT_URI", "return_to", "next"];
    const query = noise.map((name) => `${name}=https://evil.example/`).join("&");
    const page = await browser.get(`${authorizationLink()}&${query}`);
    expect(page.html).not.toContain('href="https://evil.example');
    const answer = await browser.submit(page, decision, { decision: "allow" });
    expect(answer.location).toMatch(/^https:\/\/insight\.example\/callback\?code=[\w-]+&state=abc123$/);
  });
});

/** Everything else that can be wrong with a link. */
const otherMistakes: readonly Readonly<Record<string, string | undefined>>[] = [
  { response_type: "token" },
  { response_type: undefined },
  { scope: "snsapi_base" },
  { scope: undefined },
  { state: "<script>" },
  { state: "" },
  { response_type: "token", scope: "x", state: "-" },
  { code_challenge: "short", code_challenge_method: "plain" },
  { appid: "unknown_app" },
  { appid: undefined },
  { appid: "acme_team" },
  { appid: "unknown_app", response_type: "token", scope: "x", state: "-" },
];

describe("an evil address is not redirected to with an error either", () => {
  const shared = sharePlatform();
  it.each(otherMistakes.map((mistake) => [JSON.stringify({ ...mistake }), mistake] as const))(
    "when the link also has %s",
    async (_, mistake) => {
      const platform = shared();
      const browser = await signedInBrowser(platform);
      const link = authorizationLink({ redirect_uri: "https://evil.example/callback", ...mistake });
      await expectRefused(platform, () => browser.get(link), { status: 400 });
    },
  );

  it.each(otherMistakes.map((mistake) => [JSON.stringify(mistake), mistake] as const))(
    "nor is the registered one when the link has %s",
    async (_, mistake) => {
      const platform = shared();
      const browser = await signedInBrowser(platform);
      await expectRefused(platform, () => browser.get(authorizationLink(mistake)), { status: 400 });
    },
  );
});

describe("which addresses are registered decides at the moment of each request", () => {
  it("for an application that has none", async () => {
    const platform = await startTestPlatform();
    await declare(platform, {
      applications: [{ appid: "empty_app", name: "Empty", owner: "bob", redirect_uris: [] }],
    });
    const browser = await signedInBrowser(platform);
    for (const redirect_uri of [sampleCallback, "", undefined, "null"]) {
      const link = authorizationLink({ appid: "empty_app", redirect_uri });
      await expectSafe(platform, () => browser.get(link), { status: 400 });
    }
  });

  it("for an address that is taken away before the link is opened", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await declareDemoApp(platform, { redirect_uris: ["https://insight.example/new"] });
    const page = await browser.get(authorizationLink());
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
  });

  it.each(["allow", "deny"])(
    "for an address that is taken away while the consent page is open: no %s leads there",
    async (answer) => {
      const platform = await startTestPlatform();
      const browser = await signedInBrowser(platform);
      const consent = await browser.get(
        authorizationLink({ redirect_uri: "http://localhost:8788/callback" }),
      );
      await declareDemoApp(platform, { redirect_uris: [sampleCallback] });
      await expectSafe(platform, () => browser.submit(consent, decision, { decision: answer }), {
        status: 400,
      });
    },
  );

  it("for an address that is changed in one letter while the consent page is open", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const consent = await browser.get(authorizationLink({ redirect_uri: "http://localhost:8788/callback" }));
    await declareDemoApp(platform, { redirect_uris: [sampleCallback, "http://localhost:8788/callbacK"] });
    await expectSafe(platform, () => browser.submit(consent, decision, { decision: "allow" }), {
      status: 400,
    });
  });
});

describe("a registered address is redirected to as it was registered", () => {
  it.each([
    [sampleCallback, "?"],
    ["http://localhost:8788/callback", "?"],
    ["https://insight.example/callback?from=sop", "&"],
  ])("%s", async (address, separator) => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const page = await browser.get(`${authorizationLink({ redirect_uri: address })}#wj_redirect`);
    const { location = "" } = await browser.submit(page, decision, { decision: "allow" });
    expect(location.startsWith(`${address}${separator}code=sopc_`)).toBe(true);
    expect(location).toMatch(/&state=abc123$/);
    // RFC 3986: nothing that could end a header line or begin a fragment.
    expect(location).toMatch(/^[\x21\x23-\x7e]+$/);
    expect(location).not.toContain("#");
  });
});

function parameter(address: string): string {
  return `redirect_uri=${encodeURIComponent(address)}`;
}

function both(first: string, second: string): string {
  return `${parameter(first)}&${parameter(second)}`;
}

/** The good link's query without its redirect_uri, and with something else instead. */
function queryWith(instead = ""): string {
  const { redirect_uri: _left, ...others } = goodLink;
  return [new URLSearchParams(others).toString(), instead].filter((part) => part !== "").join("&");
}

function shown(address: string): string {
  const text = JSON.stringify(address).replace(/[\u0080-\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  return text.length > 120 ? `${text.slice(0, 120)}… (${address.length} characters)` : text;
}
