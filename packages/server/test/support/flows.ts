import { Browser, type Page } from "./browser.ts";
import { sampleCallback, sampleSecrets } from "./sample-declaration.ts";
import type { TestPlatform } from "./test-platform.ts";

/** The parameters of a good authorization link of the sample's application. */
export const goodLink = {
  appid: "demo_app",
  redirect_uri: sampleCallback,
  response_type: "code",
  scope: "snsapi_user",
  state: "abc123",
} as const;

/** The path of an authorization link; `undefined` leaves a parameter out. */
export function authorizationLink(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries({ ...goodLink, ...changes }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, value ?? ""]));
  return `/connect/oauth2/authorize?${query.toString()}`;
}

/** Who asks for consent, where, and how they got there. */
export interface ConsentOptions {
  readonly link?: string;
  readonly browser?: Browser;
  readonly username?: "ada" | "bob";
}

/** Brings a person to the consent page of an authorization link, signing in on the way. */
export async function openConsent(
  platform: TestPlatform,
  { link = authorizationLink(), browser = new Browser(platform), username = "ada" }: ConsentOptions = {},
): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const first = await browser.get(link);
  // Somebody who is signed in is at the page already.
  if (first.status === 200) return { browser, page: first };
  return { browser, page: await browser.signIn(username, sampleSecrets[username], first) };
}

/** Lets a person allow an application. @returns the code */
export async function obtainCode(platform: TestPlatform, options: ConsentOptions = {}): Promise<string> {
  const { browser, page } = await openConsent(platform, options);
  const answer = await browser.submit(page, "/connect/oauth2/authorize/decision", { decision: "allow" });
  return new URL(answer.location ?? "").searchParams.get("code") ?? "";
}

/** What a code exchange answers. */
export interface UserTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly openid: string;
}

/** The parameters of a code exchange by the sample's application. */
export function exchangeParameters(code: string) {
  return { appid: "demo_app", secret: sampleSecrets.demoApp, code, grant_type: "authorization_code" };
}

/** Lets a person allow the sample's application, and exchanges the code. */
export async function obtainUserTokens(
  platform: TestPlatform,
  options: ConsentOptions = {},
): Promise<UserTokens> {
  const code = await obtainCode(platform, options);
  const { data } = await platform.call<UserTokens>("/api/oauth2/access_token", exchangeParameters(code));
  return data;
}

/** The parameters of team Acme's token request. */
export const teamTokenParameters = {
  appid: "acme_team",
  secret: sampleSecrets.acmeTeam,
  grant_type: "client_credential",
} as const;

const teamCredentials = {
  acme: teamTokenParameters,
  birch: { ...teamTokenParameters, appid: "birch_team", secret: sampleSecrets.birchTeam },
} as const;

/** Gets a team a new token. */
export async function obtainTeamToken(
  platform: TestPlatform,
  team: keyof typeof teamCredentials = "acme",
): Promise<string> {
  const { data } = await platform.call<{ access_token: string }>(
    "/api/oauth2/access_token",
    teamCredentials[team],
  );
  return data.access_token;
}
