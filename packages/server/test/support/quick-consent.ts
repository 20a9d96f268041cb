import { authorizationLink, exchangeParameters, type UserTokens } from "./flows.ts";
import { sampleSecrets } from "./sample-declaration.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** Who consents to what. */
export interface Consent {
  readonly username?: string;
  /** Changes to the parameters of the sample's authorization link. */
  readonly link?: Readonly<Record<string, string | undefined>>;
}

/** The link of the sample's second application. */
export const otherLink = { appid: "other_app", redirect_uri: "https://other.example/callback" } as const;

/** The parameters of a code exchange by the sample's second application. */
export function otherExchange(code: string) {
  return { ...exchangeParameters(code), appid: "other_app", secret: sampleSecrets.otherApp };
}

/** Lets a person allow an application. @returns the code */
export async function allowedCode(platform: TestPlatform, { username, link }: Consent = {}): Promise<string> {
  const browser = await signedInBrowser(platform, username);
  const page = await browser.get(authorizationLink(link));
  const answer = await browser.submit(page, "/connect/oauth2/authorize/decision", { decision: "allow" });
  return new URL(answer.location ?? "").searchParams.get("code") ?? "";
}

/** Lets a person allow the sample's application, and exchanges the code. */
export async function allowedTokens(platform: TestPlatform, consent: Consent = {}): Promise<UserTokens> {
  const code = await allowedCode(platform, consent);
  const { data } = await platform.call<UserTokens>("/api/oauth2/access_token", exchangeParameters(code));
  return data;
}

/** The parameters of a refresh by the sample's application. */
export function refreshParameters(refreshToken: string) {
  return { appid: "demo_app", refresh_token: refreshToken, grant_type: "refresh_token" };
}
