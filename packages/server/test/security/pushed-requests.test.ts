import { beforeEach, describe, expect, it } from "vitest";
import { declareDemoApp } from "../support/declare.ts";
import { decisionPath } from "../support/opened-consent.ts";
import {
  challenged,
  codeExchange,
  demoBasic,
  makePublic,
  oauthSettings,
  pkce,
  postOauth,
  resultOf,
} from "../support/oauth.ts";
import type { Browser } from "../support/browser.ts";
import { sampleCallback } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const request = {
  response_type: "code",
  redirect_uri: sampleCallback,
  scope: "surveys:read",
  state: "the state",
} as const;

let platform: TestPlatform;
beforeEach(async () => {
  platform = await startTestPlatform(oauthSettings);
});

async function push(changes: Readonly<Record<string, string>> = {}, authorization = demoBasic) {
  const response = await postOauth(platform, "/oauth/par", { ...request, ...changes }, authorization);
  // A request_uri or an error, which the tests tell apart.
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> };
}

async function errorOf(changes: Readonly<Record<string, string>>, authorization = demoBasic) {
  const { status, body } = await push(changes, authorization);
  return [status, body["error"]];
}

async function pushedLink(changes: Readonly<Record<string, string>> = {}, authorization = demoBasic) {
  const { status, body } = await push(changes, authorization);
  expect(status).toBe(201);
  return linkOf(body["request_uri"] ?? "");
}

function linkOf(requestUri: string, clientId = "demo_app"): string {
  return `/oauth/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri }).toString()}`;
}

async function allow(browser: Browser, link: string) {
  const page = await browser.get(link);
  return browser.submit(page, decisionPath, { decision: "allow", surveys: "all" });
}

/** Opens one, signs out, to go on as somebody else or not, and signs in as Bob. */
async function openedByBob(goesOn: boolean) {
  const link = await pushedLink();
  const ada = await signedInBrowser(platform);
  const { html } = await ada.get(link);
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const query = `?${new URLSearchParams({ return_to: link }).toString()}`;
  expect(html).toContain(`action="/logout${query}"`);
  const out = await ada.post(goesOn ? `/logout${query}` : "/logout", { csrf });
  expect(out.status).toBe(303);
  return { link, bob: await signedInBrowser(platform, "bob") };
}

describe("a pushed request", () => {
  it("has the result of one in a link, for which the browser carries nothing of it", async () => {
    const link = await pushedLink();
    expect(link).toContain("urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3A");
    expect(link).not.toContain("state");
    const { code = "", state } = resultOf(await allow(await signedInBrowser(platform), link));
    expect(state).toBe("the state");
    expect((await postOauth(platform, "/oauth/token", codeExchange(code))).status).toBe(200);
  });

  it("says how long it lives, and cannot be opened later", async () => {
    const { status, body } = await push();
    expect([status, body["expires_in"]]).toEqual([201, 90]);
    platform.clock.now += 90_001;
    expect((await (await signedInBrowser(platform)).get(linkOf(body["request_uri"] ?? ""))).status).toBe(400);
  });

  it("lives on while its user signs in, and searches on the consent page", async () => {
    const link = await pushedLink();
    const browser = await signedInBrowser(platform);
    const anonymous = await platform.fetch(link, { redirect: "manual" });
    expect(anonymous.headers.get("location")).toContain("/login?return_to=");
    platform.clock.now += 120_000;
    const page = await browser.get(link);
    const looked = await browser.submit(page, decisionPath, { look: "", q: "survey" });
    const again = await browser.get(looked.location ?? "");
    expect(again.status).toBe(200);
    const done = await browser.submit(again, decisionPath, { decision: "allow", surveys: "all" });
    expect(resultOf(done)["code"]).toMatch(/^sopc_/);
  });

  it("is for one use, and for one browser", async () => {
    const link = await pushedLink();
    const ada = await signedInBrowser(platform);
    const bob = await signedInBrowser(platform, "bob");
    const page = await ada.get(link);
    expect((await bob.get(link)).status).toBe(400);
    expect((await ada.get(link)).status).toBe(200);
    await ada.submit(page, decisionPath, { decision: "allow", surveys: "all" });
    expect((await ada.get(link)).status).toBe(400);
  });

  it("goes on with another account that its user signs in with, and ends when the user only signs out", async () => {
    const switched = await openedByBob(true);
    expect(resultOf(await allow(switched.bob, switched.link))["code"]).toMatch(/^sopc_/);
    const ended = await openedByBob(false);
    expect((await ended.bob.get(ended.link)).status).toBe(400);
  });

  it("is for one use where the user is not asked", async () => {
    const ada = await signedInBrowser(platform);
    const { code: first = "" } = resultOf(await allow(ada, await pushedLink()));
    await postOauth(platform, "/oauth/token", codeExchange(first));
    const link = await pushedLink();
    expect(resultOf(await ada.get(link))["code"]).toMatch(/^sopc_/);
    expect((await ada.get(link)).status).toBe(400);
  });

  it("is for one use where the user is not asked, however many requests open it at once", async () => {
    const ada = await signedInBrowser(platform);
    const { code: first = "" } = resultOf(await allow(ada, await pushedLink()));
    await postOauth(platform, "/oauth/token", codeExchange(first));
    const link = await pushedLink();
    const opened = await Promise.all(Array.from({ length: 4 }, () => ada.get(link)));
    expect(opened.filter((page) => resultOf(page)["code"] !== undefined)).toHaveLength(1);
  });

  it("is asked about in one of two browsers that open it at once", async () => {
    const link = await pushedLink();
    const browsers = [await signedInBrowser(platform), await signedInBrowser(platform, "bob")];
    const pages = await Promise.all(browsers.map((browser) => browser.get(link)));
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it.each([{ prompt: "login" }, { max_age: "0" }])(
    "that asks for a new sign-in gets one, once: %o",
    async (asked) => {
      const link = await pushedLink(asked);
      const ada = await signedInBrowser(platform);
      platform.clock.now += 10_000;
      const other = await ada.get(link);
      expect(other.location).toContain("/account/confirm");
      const again = await signedInBrowser(platform);
      expect(resultOf(await allow(again, link))["code"]).toMatch(/^sopc_/);
    },
  );

  it("is none of another client, and an address that was made up is none", async () => {
    const { body } = await push();
    const browser = await signedInBrowser(platform);
    const requestUri = body["request_uri"] ?? "";
    expect((await browser.get(linkOf(requestUri, "other_app"))).status).toBe(400);
    expect((await browser.get(linkOf(`${requestUri}x`))).status).toBe(400);
    const parameters = { client_id: "demo_app", ...request, request_uri: "https://app.example/request" };
    const elsewhere = await browser.get(`/oauth/authorize?${new URLSearchParams(parameters).toString()}`);
    expect(resultOf(elsewhere)["error"]).toBe("request_uri_not_supported");
  });

  it("is checked again when it is opened, and refused once its redirect address is registered no more", async () => {
    const link = await pushedLink();
    await declareDemoApp(platform, { redirect_uris: ["https://app.example/another"] });
    const opened = await (await signedInBrowser(platform)).get(link);
    expect([opened.status, opened.location]).toEqual([400, undefined]);
  });

  it("counts alone: parameters of the link change nothing", async () => {
    const link = `${await pushedLink()}&scope=surveys%3Awrite&state=another&redirect_uri=https%3A%2F%2Fevil.example`;
    const result = await allow(await signedInBrowser(platform), link);
    expect(result.location).toContain(sampleCallback);
    expect(resultOf(result)["state"]).toBe("the state");
  });

  it("is refused with what would be refused in a link, and with a request_uri of its own", async () => {
    const wrong = `Basic ${Buffer.from("demo_app:wrong").toString("base64")}`;
    expect(await errorOf({}, wrong)).toEqual([401, "invalid_client"]);
    expect(await errorOf({ redirect_uri: "https://evil.example" })).toEqual([400, "invalid_request"]);
    expect(await errorOf({ response_type: "token" })).toEqual([400, "unsupported_response_type"]);
    expect(await errorOf({ scope: "nothing" })).toEqual([400, "invalid_scope"]);
    expect(await errorOf({ code_challenge: "x" })).toEqual([400, "invalid_request"]);
    expect(await errorOf({ request_uri: "urn:ietf:params:oauth:request_uri:x" })).toEqual([
      400,
      "invalid_request",
    ]);
    expect(await errorOf({ client_id: "another" })).toEqual([400, "invalid_request"]);
    const rows = platform.database.reader.kysely
      .selectFrom("authorization_requests")
      .select("hash")
      .execute();
    expect(await rows).toEqual([]);
  });

  it("is taken by POST alone", async () => {
    const { status, headers } = await platform.fetch("/oauth/par?response_type=code");
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("is no longer than a link that a user can return to", async () => {
    expect((await push({ nonce: "n".repeat(1000), login_hint: "x".repeat(7000) })).status).toBe(413);
  });

  it("does not store the secret of the client", async () => {
    const { body } = await push({ client_id: "demo_app", client_secret: "sops_wrong" }, "");
    expect(body["error"]).toBe("invalid_client");
    await push();
    const rows = await platform.database.reader.kysely
      .selectFrom("authorization_requests")
      .selectAll()
      .execute();
    expect(JSON.stringify(rows)).not.toContain("secret");
    expect(rows).toHaveLength(1);
  });

  it("of a client without a secret needs its challenge, as in a link", async () => {
    await makePublic(platform);
    expect((await push({ client_id: "demo_app" }, "")).status).toBe(400);
    const link = await pushedLink({ client_id: "demo_app", ...challenged }, "");
    const { code = "" } = resultOf(await allow(await signedInBrowser(platform), link));
    const exchange = codeExchange(code, { client_id: "demo_app", code_verifier: pkce.verifier });
    expect((await postOauth(platform, "/oauth/token", exchange, "")).status).toBe(200);
  });

  it("counts as a token request", async () => {
    platform = await startTestPlatform({
      ...oauthSettings,
      tokenRequestBurst: "2",
      tokenRequestsPerMinute: "1",
    });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await push()).status);
    expect(statuses).toEqual([201, 201, 429]);
  });
});
