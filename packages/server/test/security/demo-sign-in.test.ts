import { beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { demoCredentials } from "../../src/operating/demo/demo-data.ts";
import { demoPages } from "../../src/operating/demo/demo-pages.tsx";
import { declare } from "../support/declare.ts";
import { sessionCookie } from "../support/signed-in-browser.ts";
import { SigningKeys } from "../../src/grants/openid/signing-keys.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const here = "http://127.0.0.1:8787";
const place = { authUrl: here, baseUrl: here };

/** One request of a browser. */
interface Sent {
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
  /** The address of the connection. */
  readonly from?: string;
  readonly method?: string;
}

let platform: TestPlatform;

beforeEach(async () => {
  platform = await startTestPlatform();
  const { ada, lin, noor } = demoCredentials;
  await declare(platform, { users: [ada, lin, { ...noor, administrator: true }] });
});

/** The pages, with or without those of the demo, and a form of the first page. */
async function openDemo({ isDemo = true, authUrl = "" } = {}) {
  const pages = demoPages({ store: platform.store, place: () => place });
  const { pages: handler } = createApp({
    settings: [],
    config: readConfig({ flags: {}, environment: {}, defaults: { authUrl: authUrl } }),
    store: platform.store,
    signingKeys: new SigningKeys(platform.store, undefined),
    observe: () => undefined,
    log: { warn: () => undefined },
    requestLog: platform.requestLog,
    isReady: () => true,
    demoPages: isDemo ? pages : [],
  });
  const fetch = async (url: string, init: RequestInit, from = "127.0.0.1") =>
    handler.request(url, init, { incoming: { socket: { remoteAddress: from } } });
  const first = await fetch(`${here}/demo`, {});
  const html = await first.text();
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const csrf = /action="\/demo\/sign-in".*?name="csrf" value="([^"]+)"/s.exec(html)?.[1] ?? "";
  const send = ({ url = `${here}/demo/sign-in`, headers = {}, fields = {}, from, method = "POST" }: Sent) => {
    const body = new URLSearchParams({ csrf, role: "developer", ...fields }).toString();
    const type = "application/x-www-form-urlencoded";
    const init = { method, headers: { "content-type": type, cookie, ...headers } };
    return fetch(url, method === "GET" ? init : { ...init, body }, from);
  };
  return { html, send };
}

const hasSession = (response: Response) =>
  response.headers.getSetCookie().some((line) => line.startsWith(`${sessionCookie}=`));

describe("signing in to the demo by one click", () => {
  it.each([
    ["developer", "/console"],
    ["creator", "/teams"],
    ["administrator", "/admin"],
  ])("signs in the %s", async (role, location) => {
    const { send } = await openDemo();
    const response = await send({ fields: { role } });
    expect([response.status, response.headers.get("location")]).toEqual([303, location]);
    expect(hasSession(response)).toBe(true);
  });

  it.each<readonly [string, Sent, number]>([
    ["without the token of the form", { fields: { csrf: "" } }, 403],
    ["with the token of another browser", { headers: { cookie: `sop_sign_in=${"b".repeat(32)}` } }, 403],
    ["from another website", { headers: { origin: "https://evil.example" } }, 403],
    ["from another machine", { from: "203.0.113.7" }, 404],
    ["from another machine over IPv6", { from: "2001:db8::7" }, 404],
    ["through a proxy", { headers: { "x-forwarded-for": "127.0.0.1" } }, 404],
    ["by a name that was made to resolve here", { url: "http://evil.example:8787/demo/sign-in" }, 404],
    ["as a user who is none of the samples", { fields: { role: "bob" } }, 400],
    ["as a name of every object", { fields: { role: "constructor" } }, 400],
    ["with GET", { method: "GET" }, 405],
  ])("is refused %s, and works afterwards", async (_, attack, status) => {
    const { send } = await openDemo();
    const response = await send(attack);
    expect([response.status, hasSession(response)]).toEqual([status, false]);
    expect(hasSession(await send({}))).toBe(true);
  });

  it("is refused where the demo has a public address", async () => {
    const { html, send } = await openDemo({ authUrl: "https://survey.example" });
    expect(html).not.toContain("/demo/sign-in");
    expect((await send({ headers: { origin: "https://survey.example" } })).status).toBe(404);
  });

  it("offers no administrator where the demo has none", async () => {
    expect((await openDemo()).html).toContain('value="administrator"');
    await declare(platform, {
      users: [
        { ...demoCredentials.noor, administrator: false },
        { username: "root2", administrator: true },
      ],
    });
    expect((await openDemo()).html).not.toContain('value="administrator"');
  });

  it("does not know a password that was changed, nor a user who was disabled", async () => {
    const { lin, ada } = demoCredentials;
    await declare(platform, {
      users: [
        { ...lin, password: "a sentence of my own" },
        { ...ada, disabled: true },
      ],
    });
    const { send } = await openDemo();
    for (const role of ["developer", "creator"]) {
      const response = await send({ fields: { role } });
      expect([response.status, hasSession(response)]).toEqual([303, false]);
      expect(response.headers.get("location")).toMatch(/^\/login\?/);
    }
  });

  it("does not exist outside the demo", async () => {
    const { send } = await openDemo({ isDemo: false });
    expect((await send({})).status).toBe(404);
    expect((await platform.fetch("/demo/sign-in", { method: "POST" })).status).toBe(404);
  });
});
