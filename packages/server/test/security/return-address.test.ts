import { describe, expect, it } from "vitest";
import { Browser, formsOf, type Page } from "../support/browser.ts";
import { authorizationLink } from "../support/flows.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { sharePlatform } from "../support/shared-platform.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const platformOrigin = "https://survey.example";

/** Where people go who are to come back to no place of ours. */
const usual = "/surveys";

/** Addresses that lead elsewhere, or that some browser or proxy might read so. */
const tricks: readonly string[] = [
  "https://evil.example/",
  "http://evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "https:evil.example",
  "https:/evil.example",
  "https:///evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "//evil.example/account/applications",
  "//evil.example/..//account/applications",
  String.raw`/\evil.example`,
  String.raw`\\evil.example`,
  String.raw`\/evil.example`,
  String.raw`/\/evil.example`,
  String.raw`\evil.example`,
  String.raw`/account\..\..\evil.example`,
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/ /evil.example",
  "/%09/evil.example",
  "/%0a/evil.example",
  "/%0d%0aLocation:%20https://evil.example",
  "/\r\nLocation: https://evil.example",
  "/account/applications\r\nSet-Cookie: sop_session=evil",
  "/%2f/evil.example",
  "/%2fevil.example",
  "/%5cevil.example",
  "%2f%2fevil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/./\t/evil.example",
  "/%2e//evil.example",
  "/account/..//evil.example",
  "/account/applications/..//..//evil.example",
  "/account/applications/%2e%2e//%2e%2e//evil.example",
  "/;@evil.example",
  "/@evil.example",
  "@evil.example",
  ".evil.example",
  ":443@evil.example",
  "evil.example",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "/javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "blob:https://survey.example/x",
  "about:blank",
  "https://survey.example@evil.example/",
  "https://survey.example.evil.example/",
  "https://survey.example/",
  "//survey.example/",
  "http://here.invalid/",
  "//here.invalid/account/applications",
  "/\u2028/evil.example",
  "/\uff0fevil.example",
  "/\u3002evil.example",
  "\ufeff//evil.example",
  "/\0/evil.example",
  "\u0000//evil.example",
  "/login",
  "/login?return_to=//evil.example",
  "/logout",
  "/connect/oauth2/authorize/decision",
  "/account/sessions/end-others",
  "/api/oauth2/access_token",
  "/api/oauth2/refresh_token",
  "/assets/style.css",
  "/livez",
  "/connect/oauth2/authorize/../../../logout",
  "",
  "null",
  "undefined",
  `/?${"x".repeat(10_000)}`,
];

/** Holds that a browser that follows an answer stays here, at a page for people. */
function expectToStay({ status, location = "" }: Page, signedOut = false): void {
  expect(status).toBe(303);
  const target = new URL(location, platformOrigin);
  expect(target.origin).toBe(platformOrigin);
  const allowed = [
    "/",
    "/account",
    "/account/applications",
    "/surveys",
    "/connect/oauth2/authorize",
    ...(signedOut ? ["/login"] : []),
  ];
  expect(allowed).toContain(target.pathname);
  // What stands in a header is one line of visible ASCII, and begins with a single slash.
  expect(location).toMatch(/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/);
}

/** The ways by which an address to come back to gets in. */
const ways: Readonly<Record<string, (platform: TestPlatform, address: string) => Promise<Page>>> = {
  "on the sign-in page of somebody who is signed in": async (platform, address) =>
    (await signedInBrowser(platform)).get(`/login?return_to=${encodeURIComponent(address)}`),
  "in the sign-in form": async (platform, address) => {
    const browser = new Browser(platform);
    const page = await browser.get("/login");
    const fields = { username: "ada", password: sampleSecrets.ada, return_to: address };
    return browser.submit(page, "/login", fields);
  },
  "on the sign-up page of somebody who is signed in": async (platform, address) =>
    (await signedInBrowser(platform)).get(`/sign-up?return_to=${encodeURIComponent(address)}`),
  "on signing out": async (platform, address) => {
    const browser = await signedInBrowser(platform);
    const form = formsOf((await browser.get("/")).html).find(({ action }) => action === "/logout");
    return browser.post(`/logout?return_to=${encodeURIComponent(address)}`, { ...form?.hidden });
  },
};

describe.each(Object.entries(ways))("an address to come back to leads nowhere else %s", (_, follow) => {
  const shared = sharePlatform({ authUrl: "", signUp: "open" });

  it.each(tricks)("%j", async (address) => {
    const answer = await follow(shared(), address);
    expectToStay(answer, true);
    expect([usual, "/", "/account"]).toContain(answer.location);
  });
});

describe("an address of ours is come back to", () => {
  it.each([
    "/",
    "/account/applications",
    authorizationLink(),
    authorizationLink({ redirect_uri: "http://localhost:8788/callback", state: undefined }),
    `${authorizationLink()}#wj_redirect`,
  ])("%s", async (address) => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const page = await browser.get(`/login?return_to=${encodeURIComponent(address)}`);
    const answer = await browser.submit(page, "/login", { username: "ada", password: sampleSecrets.ada });
    expect(answer.location).toBe(address);
    expectToStay(answer);
  });

  it("and a bad one is not even carried along in the form", async () => {
    const platform = await startTestPlatform();
    for (const address of tricks) {
      const page = await new Browser(platform).get(`/login?return_to=${encodeURIComponent(address)}`);
      const form = formsOf(page.html).find(({ action }) => action === "/login");
      expect(form?.hidden["return_to"]).toBe(usual);
    }
  });

  it("and given twice, it is the first one that was checked", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    const page = await browser.get("/login?return_to=/&return_to=//evil.example");
    expect(page.location).toBe("/");
    const evil = await browser.get("/login?return_to=//evil.example&return_to=/");
    expectToStay(evil);
  });

  it("and given twice in the form, the form is refused", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const form = formsOf((await browser.get("/login")).html).find(({ action }) => action === "/login");
    const fields = { ...form?.hidden, username: "ada", password: sampleSecrets.ada };
    const body = `${new URLSearchParams(fields).toString()}&return_to=//evil.example`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const page = await browser.send("/login", { method: "POST", headers, body });
    expect([page.status, page.location]).toEqual([400, undefined]);
  });
});

describe("creating an account on the way to an authorization link", () => {
  it("leads to the link", async () => {
    const platform = await startTestPlatform({ signUp: "open" });
    const browser = new Browser(platform);
    const asked = await browser.follow(browser.get(authorizationLink()));
    const [, link = ""] = /href="(\/sign-up[^"]*)"/.exec(asked.html) ?? [];
    const form = await browser.get(link.replaceAll("&amp;", "&"));
    const fields = { username: "cleo", nickname: "Cleo", password: "a sentence of my own" };
    expect((await browser.submit(form, "/sign-up", fields)).location).toBe(authorizationLink());
    expect((await browser.get(link)).location).toBe(authorizationLink());
  });

  it("leads to the account when the form names another host", async () => {
    const platform = await startTestPlatform({ signUp: "open" });
    const browser = new Browser(platform);
    const form = await browser.get("/sign-up?return_to=//evil.example");
    const hidden = formsOf(form.html).find(({ action }) => action.startsWith("/sign-up"))?.hidden;
    const fields = { username: "cleo", nickname: "Cleo", password: "a sentence of my own" };
    const page = await browser.post("/sign-up?return_to=//evil.example", { ...hidden, ...fields });
    expect([page.status, page.location]).toEqual([303, "/surveys"]);
  });

  it("is offered where sign-up is open, and otherwise an invitation is named where it helps", async () => {
    const offers = [];
    for (const signUp of ["open", "invited", "closed"]) {
      const { html } = await new Browser(await startTestPlatform({ signUp })).get("/login");
      offers.push([html.includes('href="/sign-up'), html.includes("for an invitation")]);
    }
    expect(offers).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });
});

describe("signing in on the way to an authorization link", () => {
  it("names the application that asks, and no application where none asks", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const asked = await browser.follow(browser.get(authorizationLink()));
    expect(asked.html).toContain('Sign in to continue to <bdi class="name">Insight Board</bdi>');
    for (const address of ["/?appid=demo_app", "/account/applications?appid=demo_app", "/"]) {
      const page = await browser.get(`/login?return_to=${encodeURIComponent(address)}`);
      expect(page.html).not.toContain("Insight Board");
    }
  });

  it("keeps the link as it was, and checks it again", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const toSignIn = await browser.get(authorizationLink());
    const page = await browser.signIn("ada", sampleSecrets.ada, browser.get(toSignIn.location ?? ""));
    expect(page.path).toBe(authorizationLink());
    expect(page.html).toContain("Allow <bdi");
  });

  it("does not make an address better that is not registered", async () => {
    const platform = await startTestPlatform();
    const browser = new Browser(platform);
    const evil = authorizationLink({ redirect_uri: "https://evil.example/" });
    const form = await browser.get(`/login?return_to=${encodeURIComponent(evil)}`);
    const page = await browser.follow(
      browser.submit(form, "/login", { username: "ada", password: sampleSecrets.ada }),
    );
    expect([page.status, page.location]).toEqual([400, undefined]);
  });
});

describe("a credential that a program sends to a page by mistake", () => {
  it.each([
    [
      "/surveys?access_token=canary&appid=demo_app&state=collecting",
      "/surveys?appid=demo_app&state=collecting",
    ],
    ["/surveys?q=a%26b&access%5Ftoken=canary", "/surveys?q=a%26b"],
    ["/surveys?ACCESS_TOKEN=canary&access_token=canary", "/surveys"],
    ["/console?secret=canary&refresh_token=canary&code=canary&code_verifier=canary", "/console"],
    ["/surveys?q=access_token&tokens=1", "/surveys?q=access_token&tokens=1"],
  ])("is not repeated in the address of the sign-in: %s", async (path, returnTo) => {
    const platform = await startTestPlatform();
    const { status, location } = await new Browser(platform).get(path);
    expect([status, location]).toEqual([303, `/login?return_to=${encodeURIComponent(returnTo)}`]);
  });

  it("nor in that of the page that asks for the password again", async () => {
    const platform = await startTestPlatform();
    const ada = await signedInBrowser(platform);
    platform.clock.now += 11 * 60_000;
    const { location } = await ada.get("/account/delete?access_token=canary&x=1");
    expect(location).toBe(`/account/confirm?return_to=${encodeURIComponent("/account/delete?x=1")}`);
  });
});
