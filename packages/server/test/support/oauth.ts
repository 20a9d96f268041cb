import { createHash } from "node:crypto";
import { formsOf, type Browser, type Page } from "./browser.ts";
import { decisionPath } from "./opened-consent.ts";
import { sampleCallback, sampleSecrets } from "./sample-declaration.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Where tests without a socket send their requests. */
export const platformOrigin = "http://platform.example";

/** Settings with which OAuth is on. */
export const oauthSettings = { authUrl: platformOrigin } as const;

/** The same without limits of requests, which have tests of their own. */
export const unlimitedOauth = {
  ...oauthSettings,
  tokenRequestBurst: "100000",
  failedSecretsPerMinute: "100000",
} as const;

type Changes = Readonly<Record<string, string | undefined>>;

function withoutUndefined(parameters: Changes): URLSearchParams {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, value ?? ""]));
}

/** The path of an authorization request of the sample's application; `undefined` leaves a parameter out. */
export function oauthLink(changes: Changes = {}): string {
  const good = {
    response_type: "code",
    client_id: "demo_app",
    redirect_uri: sampleCallback,
    scope: "surveys:read answers:read",
    state: 'a state: {"x": 1} & more',
  };
  return `/oauth/authorize?${withoutUndefined({ ...good, ...changes }).toString()}`;
}

/** A code verifier with its challenge. */
export const pkce = {
  verifier: "v".repeat(43),
  challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
} as const;

/** The parameters that a client without a secret adds to its link. */
export const challenged = { code_challenge: pkce.challenge, code_challenge_method: "S256" } as const;

/** What a redirect brings back, or the form that takes its place. */
export function resultOf(page: Page): Readonly<Record<string, string>> {
  const form = formsOf(page.html).find(({ action }) => action === sampleCallback);
  if (form !== undefined) return form.hidden;
  const location = page.location ?? "";
  return URL.canParse(location) ? Object.fromEntries(new URL(location).searchParams) : {};
}

/** Lets somebody allow an application, who is asked for it. @returns what comes back */
export async function allowOauth(
  platform: TestPlatform,
  changes: Changes = {},
  browser?: Browser,
): Promise<Readonly<Record<string, string>>> {
  const visitor = browser ?? (await signedInBrowser(platform));
  const page = await visitor.get(oauthLink(changes));
  return resultOf(await visitor.submit(page, decisionPath, { decision: "allow", surveys: "all" }));
}

/** What the token call answers. */
export interface OauthTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly token_type: string;
  readonly scope: string;
  /** With the scope `openid`. */
  readonly id_token?: string;
}

/** The header with which the sample's application proves itself. */
export const demoBasic = basicHeader("demo_app", sampleSecrets.demoApp);

export function basicHeader(clientId: string, secret: string): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString("base64")}`;
}

/** Posts a form to one of the calls of OAuth. */
export function postOauth(
  platform: TestPlatform,
  path: string,
  parameters: Changes,
  authorization: string | undefined = demoBasic,
): Promise<Response> {
  const headers = authorization === "" ? {} : { Authorization: authorization };
  return platform.fetch(path, { method: "POST", headers, body: withoutUndefined(parameters) });
}

/** The parameters of a code exchange. */
export function codeExchange(code: string, changes: Changes = {}): Changes {
  return { grant_type: "authorization_code", code, redirect_uri: sampleCallback, ...changes };
}

/** Lets somebody allow the sample's application, and exchanges the code. */
export async function obtainOauthTokens(
  platform: TestPlatform,
  changes: Changes = {},
  browser?: Browser,
): Promise<OauthTokens> {
  const { code = "" } = await allowOauth(platform, changes, browser);
  // A code that was just made can be exchanged; the caller sees it in the fields if not.
  return (await (await postOauth(platform, "/oauth/token", codeExchange(code))).json()) as OauthTokens;
}

/** Exchanges a refresh token of the sample's application. */
export function refreshOauth(
  platform: TestPlatform,
  token: string,
  changes: Changes = {},
): Promise<Response> {
  return postOauth(platform, "/oauth/token", {
    grant_type: "refresh_token",
    refresh_token: token,
    ...changes,
  });
}

/** Takes the secret from the sample's application: it is then one that runs on its users' devices. */
export async function makePublic(platform: TestPlatform, appid = "demo_app"): Promise<void> {
  await platform.database.write(async ({ kysely }) => {
    const { id } = await kysely
      .updateTable("applications")
      .set({ is_public: 1 })
      .where("appid", "=", appid)
      .returning("id")
      .executeTakeFirstOrThrow();
    await kysely.deleteFrom("application_secrets").where("application_id", "=", id).execute();
  });
}

/** Calls the API with a bearer token. */
export function callWithBearer(
  platform: TestPlatform,
  path: string,
  token: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return platform.fetch(path, { ...init, headers });
}
