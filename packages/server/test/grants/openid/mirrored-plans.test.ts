import { createHash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { Browser } from "../../support/browser.ts";
import {
  challenged,
  oauthSettings,
  pkce,
  platformOrigin,
  postOauth,
  refreshOauth,
  resultOf,
  unlimitedOauth,
} from "../../support/oauth.ts";
import { OpenidFlow, type SignedInTokens } from "../../support/openid-flow.ts";
import { sampleCallback, sampleSecrets } from "../../support/sample-declaration.ts";
import { sharePlatform } from "../../support/shared-platform.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

/*
 * The modules of the OpenID Foundation's plans for code flow, each as what it asks for: basic with the response mode `query`, form
 * post with `form_post`, and config.
 */

type Condition = readonly [name: string, run: (flow: OpenidFlow) => Promise<void>];

const seconds = (flow: OpenidFlow) => Math.floor(flow.platform.clock.now / 1000);
const pass = (flow: OpenidFlow, passing: number) => void (flow.platform.clock.now += passing * 1000);

async function userOf(flow: OpenidFlow, tokens: SignedInTokens): Promise<Record<string, unknown>> {
  // The user's information is an object.
  return (await (await flow.userinfo(tokens.access_token)).json()) as Record<string, unknown>;
}

async function expectSignIn(flow: OpenidFlow, changes: Readonly<Record<string, string | undefined>>) {
  const tokens = await flow.signIn(changes);
  expect(tokens.claims.sub).toMatch(/./);
  return tokens;
}

async function expectScopes(flow: OpenidFlow, scope: string): Promise<void> {
  const tokens = await expectSignIn(flow, { scope: `openid ${scope}` });
  expect(tokens.scope).toBe(scope.includes("profile") ? "openid profile" : "openid");
}

async function expectAsked(flow: OpenidFlow, prompt: string): Promise<void> {
  await flow.signIn();
  const page = await flow.open({ prompt });
  expect(page.status).toBe(200);
  expect(page.html).toContain("Ada");
  expect(await flow.allow(page)).toHaveProperty("code");
}

const good: readonly Condition[] = [
  [
    "a request of a code, its exchange, and who the user is",
    async (flow) => {
      const tokens = await flow.signIn();
      expect(tokens.token_type).toBe("Bearer");
      expect(tokens.claims).toMatchObject({ iss: platformOrigin, aud: "demo_app", nonce: "a nonce" });
      const hash = createHash("sha256").update(tokens.access_token).digest().subarray(0, 16);
      expect(tokens.claims["at_hash"]).toBe(hash.toString("base64url"));
      expect(await userOf(flow, tokens)).toEqual({ sub: tokens.claims.sub });
    },
  ],
  [
    "a request without a nonce",
    async (flow) => {
      const { claims } = await flow.signIn({ nonce: undefined });
      expect(claims).not.toHaveProperty("nonce");
    },
  ],
  [
    "the user's information by POST, with the token in the header",
    async (flow) => {
      const tokens = await flow.signIn();
      const response = await flow.userinfo(tokens.access_token, { method: "POST" });
      expect(await response.json()).toEqual({ sub: tokens.claims.sub });
    },
  ],
  [
    "the scope profile",
    async (flow) => {
      const tokens = await flow.signIn({ scope: "openid profile" });
      const user = await userOf(flow, tokens);
      expect(user).toEqual({
        sub: tokens.claims.sub,
        name: "Ada",
        picture: "https://pictures.example/ada.png",
        updated_at: expect.any(Number),
      });
      // Claims of scopes are in the user's information, as there is an access token for it (section 5.4).
      expect(tokens.claims).not.toHaveProperty("name");
    },
  ],
  ...["email", "address", "phone", "profile email address phone"].map((scope): Condition => [
    `the scopes ${scope}, of which only what there is counts`,
    (flow) => expectScopes(flow, scope),
  ]),
  [
    "scopes in another order",
    async (flow) => {
      const tokens = await flow.signIn({ scope: "email profile openid" });
      expect(await userOf(flow, tokens)).toMatchObject({ name: "Ada" });
    },
  ],
  ...[
    { display: "page" },
    { display: "popup" },
    { acr_values: "1 2" },
    { claims_locales: "se" },
    { login_hint: "buffy@example.com" },
    { extra: "foobar" },
    { claims: `{"userinfo":{"name":{"essential":true}},"id_token":{"auth_time":{"essential":true}}}` },
  ].map((changes): Condition => [
    `${Object.entries(changes).join(" ")}, which changes nothing`,
    async (flow) => void (await expectSignIn(flow, changes)),
  ]),
  [
    "ui_locales, which picks the language of the page",
    async (flow) => {
      const stranger = new Browser(flow.platform);
      const languageOf = async (locales: string) => {
        const page = await stranger.follow(stranger.get(flow.link({ ui_locales: locales })));
        return /<html lang="([^"]+)"/.exec(page.html)?.[1];
      };
      expect(await languageOf("fr zh-TW en")).toBe("zh-CN");
      expect(await languageOf("en zh-CN")).toBe("en");
      const page = await flow.open({ ui_locales: "zh-CN", prompt: "consent" });
      expect(page.html).toContain('<html lang="zh-CN"');
    },
  ],
  [
    "prompt=login, although the user is signed in",
    async (flow) => {
      await flow.signIn();
      pass(flow, 60);
      const asked = await flow.open({ prompt: "login" });
      expect(asked.location).toMatch(/^\/account\/confirm\?return_to=/);
      const at = seconds(flow);
      const { claims } = await flow.tokensFor(await flow.allow(await flow.confirm(asked)));
      expect(claims["auth_time"]).toBe(at);
    },
  ],
  [
    "prompt=login consent, and both are asked",
    async (flow) => {
      await flow.signIn();
      const page = await flow.confirm(await flow.open({ prompt: "login consent" }));
      expect(page.status).toBe(200);
      expect(await flow.allow(page)).toHaveProperty("code");
    },
  ],
  [
    "prompt=login of somebody who is not signed in, who does so once",
    async (flow) => {
      const stranger = new Browser(flow.platform);
      const page = await stranger.signIn(
        "ada",
        sampleSecrets.ada,
        stranger.get(flow.link({ prompt: "login" })),
      );
      expect(page.path).toContain("/oauth/authorize");
      expect(await flow.allow(page)).toBeDefined();
    },
  ],
  [
    "prompt=none of a user who allowed it before",
    async (flow) => {
      const { claims } = await flow.signIn();
      const silent = await flow.tokensFor(resultOf(await flow.open({ prompt: "none" })));
      expect(silent.claims.sub).toBe(claims.sub);
      expect(silent.claims["auth_time"]).toBe(claims["auth_time"]);
    },
  ],
  [
    "prompt=none with a hint of the same user",
    async (flow) => {
      const { id_token } = await flow.signIn();
      pass(flow, 3600);
      expect(resultOf(await flow.open({ prompt: "none", id_token_hint: id_token }))).toHaveProperty("code");
    },
  ],
  ...["consent", "select_account", "consent select_account"].map((prompt): Condition => [
    `prompt=${prompt}, and the page is shown again, with the account on it`,
    (flow) => expectAsked(flow, prompt),
  ]),
  [
    "max_age=1, when the user signed in longer ago",
    async (flow) => {
      pass(flow, 2);
      const asked = await flow.open({ max_age: "1" });
      const at = seconds(flow);
      const { claims } = await flow.tokensFor(await flow.allow(await flow.confirm(asked)));
      expect(claims["auth_time"]).toBe(at);
    },
  ],
  [
    "max_age=10000, with the same sign-in as before",
    async (flow) => {
      const { claims } = await flow.signIn();
      pass(flow, 100);
      const again = await flow.signIn({ max_age: "10000" });
      expect(again.claims["auth_time"]).toBe(claims["auth_time"]);
    },
  ],
  [
    "a code that is used twice at once, and again after 30 seconds",
    async (flow) => {
      const { code } = await flow.ask();
      const first = (await (await flow.exchange(code)).json()) as SignedInTokens;
      expect(await errorOf(flow.exchange(code))).toBe("invalid_grant");
      expect((await flow.userinfo(first.access_token)).status).toBe(200);
      pass(flow, 31);
      expect(await errorOf(flow.exchange(code))).toBe("invalid_grant");
      expect((await flow.userinfo(first.access_token)).status).toBe(401);
    },
  ],
  [
    "an authorization request by POST",
    async (flow) => {
      const query = new URLSearchParams(flow.link().split("?")[1]);
      const posted = await flow.browser.post("/oauth/authorize", Object.fromEntries(query));
      expect(posted.status).toBe(303);
      expect(await flow.allow(await flow.browser.follow(posted))).toHaveProperty("code");
    },
  ],
  [
    "a client that sends its secret in the body",
    async (flow) => {
      const { code = "" } = await flow.ask();
      const response = await postOauth(
        flow.platform,
        "/oauth/token",
        {
          grant_type: "authorization_code",
          code,
          redirect_uri: sampleCallback,
          client_id: "demo_app",
          client_secret: sampleSecrets.demoApp,
        },
        "",
      );
      expect(await response.json()).toHaveProperty("id_token");
    },
  ],
  [
    "a refresh token",
    async (flow) => {
      const tokens = await flow.signIn({ scope: "openid offline_access" });
      const refreshed = await (await refreshOauth(flow.platform, tokens.refresh_token)).json();
      expect(refreshed).toMatchObject({
        id_token: expect.any(String),
        refresh_token: expect.stringMatching(/^sopf_/),
      });
    },
  ],
  [
    "a code challenge and its verifier",
    async (flow) => {
      const { code } = await flow.ask(challenged);
      expect(await errorOf(flow.exchange(code))).toBe("invalid_grant");
      const response = await flow.exchange(code, { code_verifier: pkce.verifier });
      expect(await response.json()).toHaveProperty("id_token");
    },
  ],
];

async function errorOf(response: Promise<Response>): Promise<unknown> {
  // The body of a refusal is an object.
  return ((await (await response).json()) as Record<string, unknown>)["error"];
}

/** Of each: what is changed in a request of a user who is signed in, and the error that comes back. */
const refusals: readonly (readonly [changes: Readonly<Record<string, string | undefined>>, error: string])[] =
  [
    [{ response_type: undefined }, "invalid_request"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ response_type: "code id_token" }, "unsupported_response_type"],
    [{ request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
    [{ request_uri: "https://insight.example/request" }, "request_uri_not_supported"],
    [{ prompt: "none login" }, "invalid_request"],
    [{ prompt: "create" }, "invalid_request"],
    [{ max_age: "-1" }, "invalid_request"],
    [{ max_age: "1.5" }, "invalid_request"],
    [{ code_challenge: "x".repeat(43) }, "invalid_request"],
    [{ scope: "email" }, "invalid_scope"],
    [{ prompt: "none", max_age: "0" }, "login_required"],
    [{ prompt: "none", id_token_hint: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.x" }, "login_required"],
    [{ prompt: "none", id_token_hint: "garbage" }, "login_required"],
    [{ id_token_hint: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzb21lYm9keSJ9.x" }, "login_required"],
    [{ prompt: "none", scope: "openid surveys:read" }, "consent_required"],
  ];

describe.each(["query", "form_post"])("with the response mode %s", (mode) => {
  const shared = sharePlatform(unlimitedOauth);
  const begin = () => OpenidFlow.begin(shared(), { response_mode: mode });

  test.each(good)("%s", async (_, run) => {
    expect.hasAssertions();
    await run(await begin());
  });

  test.each(refusals)("%o comes back as %s", async (changes, error) => {
    const flow = await begin();
    await flow.ask();
    const result = resultOf(await flow.open(changes));
    expect(result).toMatchObject({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: expect.any(String),
      iss: platformOrigin,
    });
    expect(result).not.toHaveProperty("code");
  });

  it("prompt=none of somebody who is not signed in comes back as login_required", async () => {
    const flow = await begin();
    const page = await new Browser(flow.platform).get(flow.link({ prompt: "none" }));
    expect(resultOf(page)).toMatchObject({ error: "login_required", iss: platformOrigin });
  });

  it("a hint of the same user, who took the permission back, leads to the page that asks for it", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const flow = await OpenidFlow.begin(platform, { response_mode: mode });
    const { id_token } = await flow.signIn();
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("grants").set({ revoked_at: 1 }).execute(),
    );
    const silent = await flow.open({ prompt: "none", id_token_hint: id_token });
    expect(resultOf(silent)).toMatchObject({ error: "consent_required" });
    expect(await flow.allow(await flow.open({ id_token_hint: id_token }))).toHaveProperty("code");
  });

  it("prompt=none is never answered with a code of a client without a secret", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const flow = await OpenidFlow.begin(platform, { response_mode: mode });
    await flow.signIn();
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("applications").set({ is_public: 1 }).where("appid", "=", "demo_app").execute(),
    );
    const page = await flow.open({ prompt: "none", ...challenged });
    expect(resultOf(page)).toMatchObject({ error: "consent_required" });
  });

  it("an address that is not registered gets a page and no result", async () => {
    const flow = await begin();
    const page = await flow.open({ redirect_uri: "https://insight.example/callback/foo" });
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.html).not.toContain(`action="https:`);
  });
});
