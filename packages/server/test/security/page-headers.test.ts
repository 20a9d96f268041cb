import { describe, expect, it } from "vitest";
import { Browser, type Page } from "../support/browser.ts";
import { declareDemoApp } from "../support/declare.ts";
import { expectProtectiveHeaders } from "../support/expect-safe.ts";
import { authorizationLink } from "../support/flows.ts";
import { decisionPath, openedConsent } from "../support/opened-consent.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { revocationOfAllPage } from "../support/revocation-pages.ts";

type Visit = (platform: TestPlatform) => Promise<Page>;

const signedIn =
  (path: string): Visit =>
  async (platform) =>
    (await signedInBrowser(platform)).get(path);

const signedOut =
  (path: string): Visit =>
  (platform) =>
    new Browser(platform).get(path);

/** Pages of every kind, with the status that they have. */
const pages: Readonly<Record<string, readonly [number, Visit]>> = {
  "the start page": [200, signedOut("/")],
  "the start page of somebody": [200, signedIn("/")],
  "the sign-in page": [200, signedOut("/login")],
  "the sign-in page on the way to an application": [
    200,
    async (platform) => {
      const browser = new Browser(platform);
      return browser.follow(browser.get(authorizationLink()));
    },
  ],
  "the sign-in page after a wrong password": [
    401,
    (platform) => new Browser(platform).signIn("ada", "wrong"),
  ],
  "the consent page": [200, signedIn(authorizationLink())],
  "the reference": [200, signedIn("/docs/api")],
  "the authorized applications": [200, signedIn("/account/applications")],
  "the page about a bad link": [400, signedIn(authorizationLink({ redirect_uri: "https://evil.example/" }))],
  "the page about a forged form": [
    403,
    async (platform) => (await signedInBrowser(platform)).post(decisionPath, { decision: "allow" }),
  ],
  "the page about another method": [405, signedOut("/logout")],
  "the page about a wrong path": [404, signedOut("/nowhere")],
  "the page about a malformed path": [404, signedOut("/%ff%00/..%2f")],
  "the page about a logo that there is none of": [404, signedOut("/logos/demo_app")],
  "the page about a form that is too large": [
    413,
    async (platform) => (await signedInBrowser(platform)).post("/logout", { csrf: "x".repeat(100_000) }),
  ],
};

/** Answers that send a browser on. */
const redirects: Readonly<Record<string, Visit>> = {
  "to the sign-in page": signedOut(authorizationLink()),
  "to the sign-in page from the account": signedOut("/account/applications"),
  "from the sign-in page": signedIn("/login"),
  "after signing in, with the session": async (platform) => {
    const browser = new Browser(platform);
    const page = await browser.get("/login");
    return browser.submit(page, "/login", { username: "ada", password: sampleSecrets.ada });
  },
  "after signing out": async (platform) => {
    const browser = await signedInBrowser(platform);
    return browser.submit(await browser.get("/"), "/logout");
  },
  "to the application, with the code": async (platform) => {
    const { browser, page } = await openedConsent(platform);
    return browser.submit(page, decisionPath, { decision: "allow" });
  },
  "to the application, without one": async (platform) => {
    const { browser, page } = await openedConsent(platform);
    return browser.submit(page, decisionPath, { decision: "deny" });
  },
  "after taking everything back": async (platform) => {
    const { browser, page } = await openedConsent(platform);
    await browser.submit(page, decisionPath, { decision: "allow" });
    return browser.submit(await revocationOfAllPage(browser), "/account/applications/revoke-all");
  },
};

/** The directives of a page's policy. */
function policyOf({ headers }: Page): ReadonlyMap<string, string> {
  const directives = (headers.get("content-security-policy") ?? "").split("; ");
  return new Map(directives.map((one) => [one.split(" ", 1)[0] ?? "", one.slice(one.indexOf(" ") + 1)]));
}

/** What another site may have opened in a window of its own, and has to hear of the result from. */
const onTheWay: ReadonlySet<string> = new Set([
  "the sign-in page on the way to an application",
  "the consent page",
]);

describe("a page can be neither framed, kept, sniffed at nor followed back", () => {
  it.each(Object.entries(pages).map(([name, [status, visit]]) => [name, status, visit] as const))(
    "%s (%i)",
    async (name, status, visit) => {
      const platform = await startTestPlatform();
      const page = await visit(platform);
      expect(page.status).toBe(status);
      expectProtectiveHeaders(page);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const isOnTheWay = onTheWay.has(name);
      expect(page.headers.get("cross-origin-opener-policy")).toBe(isOnTheWay ? "unsafe-none" : "same-origin");
      expect(page.headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(page.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe("nothing runs or loads on a page but what it needs, all of it from here", () => {
  it.each(Object.entries(pages).map(([name, [, visit]]) => [name, visit] as const))(
    "%s",
    async (name, visit) => {
      const policy = policyOf(await visit(await startTestPlatform()));
      const isConsent = name === "the consent page";
      expect(Object.fromEntries(policy)).toEqual({
        "default-src": "'none'",
        "style-src": "'self'",
        "img-src": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        ...((name.startsWith("the sign-in page") || name === "the reference") && { "script-src": "'self'" }),
        // Chromium applies form-action to the redirect after the consent form, and would stop it.
        ...(!isConsent && { "form-action": "'self'" }),
      });
    },
  );
});

describe("an answer that sends a browser on", () => {
  it.each(Object.entries(redirects))(
    "%s: cannot be cached, has one cookie of a name at most, and no body",
    async (_, visit) => {
      const page = await visit(await startTestPlatform());
      expect([page.status, page.html]).toEqual([303, ""]);
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      expect(page.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      const names = page.headers.getSetCookie().map((line) => line.split("=", 1)[0]);
      expect(names).toEqual([...new Set(names)]);
    },
  );

  it("tells no other origin anything, nor does a page", async () => {
    const platform = await startTestPlatform();
    for (const visit of [...Object.values(redirects), ...Object.values(pages).map(([, page]) => page)]) {
      const { headers } = await visit(platform);
      const cors = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
      expect(cors).toEqual([]);
    }
  });
});

describe("a picture that a developer chose is a picture and nothing else", () => {
  const pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  it("is served by us, as what it says it is", async () => {
    const platform = await startTestPlatform();
    await declareDemoApp(platform, { logo: `data:image/png;base64,${pixel}` });
    const reply = await platform.fetch("/logos/demo_app");
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(Buffer.from(await reply.arrayBuffer()).toString("base64")).toBe(pixel);
    const consent = await (await signedInBrowser(platform)).get(authorizationLink());
    expect(consent.html).toContain('src="/logos/demo_app"');
  });

  it.each([
    "https://tracker.example/logo.png",
    "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data:image/png,<script>alert(1)</script>",
    "data:image/png;base64,!!!!",
    "data:image/png\r\nX-Evil: 1;base64,AAAA",
    "javascript:alert(1)",
    "//evil.example/logo.png",
    "/account/applications",
  ])("%j is neither served nor referred to, wherever it came from", async (logo) => {
    const platform = await startTestPlatform();
    await platform.database.write(({ kysely }) => kysely.updateTable("applications").set({ logo }).execute());
    expect((await platform.fetch("/logos/demo_app")).status).toBe(404);
    const browser = await signedInBrowser(platform);
    const consent = await browser.get(authorizationLink());
    await browser.submit(consent, decisionPath, { decision: "allow" });
    for (const { html } of [consent, await browser.get("/account/applications")]) {
      const sources = [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, source]) => source);
      expect(sources.filter((source) => !source?.startsWith("/assets/"))).toEqual([]);
    }
  });
});
