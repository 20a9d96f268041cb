import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from "jose";
import type { Browser, Page } from "./browser.ts";
import { codeExchange, oauthLink, platformOrigin, postOauth, resultOf, type OauthTokens } from "./oauth.ts";
import { decisionPath } from "./opened-consent.ts";
import { sampleSecrets } from "./sample-declaration.ts";
import { signedInBrowser } from "./signed-in-browser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** What an ID token says, once it was checked as a client checks it. */
export async function claimsOf(platform: TestPlatform, token: string | undefined): Promise<JWTPayload> {
  // The document of the keys has this form.
  const keys = (await (await platform.fetch("/oauth/jwks")).json()) as JSONWebKeySet;
  const { payload } = await jwtVerify(token ?? "", createLocalJWKSet(keys), {
    issuer: platformOrigin,
    audience: "demo_app",
    currentDate: new Date(platform.clock.now),
  });
  return payload;
}

type Changes = Readonly<Record<string, string | undefined>>;

/** What a sign-in leads to. */
export interface SignedInTokens extends OauthTokens {
  /** Of the ID token, checked. */
  readonly claims: JWTPayload;
}

/** Somebody's way through authorization requests with `openid`, in one response mode. */
export class OpenidFlow {
  readonly platform: TestPlatform;
  readonly browser: Browser;
  readonly issuer = platformOrigin;
  readonly #usual: Changes;

  private constructor(platform: TestPlatform, browser: Browser, usual: Changes) {
    this.platform = platform;
    this.browser = browser;
    this.#usual = usual;
  }

  /** Begins with a user who is signed in. @param usual parameters of every request */
  static async begin(platform: TestPlatform, usual: Changes, username = "ada"): Promise<OpenidFlow> {
    return new OpenidFlow(platform, await signedInBrowser(platform, username), usual);
  }

  /** The path of a request. */
  link(changes: Changes = {}): string {
    return oauthLink({ scope: "openid", nonce: "a nonce", ...this.#usual, ...changes });
  }

  /** Opens a request. @returns the page that it leads to */
  open(changes: Changes = {}): Promise<Page> {
    return this.browser.get(this.link(changes));
  }

  /** Opens a request and allows it, when that is asked. @returns what comes back */
  async ask(changes: Changes = {}): Promise<Readonly<Record<string, string>>> {
    return this.allow(await this.open(changes));
  }

  /** Allows what a page asks. @returns what comes back */
  async allow(page: Page): Promise<Readonly<Record<string, string>>> {
    const isAsked = page.html.includes(`action="${decisionPath}"`);
    const decision = { decision: "allow", surveys: "all" };
    return resultOf(isAsked ? await this.browser.submit(page, decisionPath, decision) : page);
  }

  /** Gives the password on the page that asks for it again. @returns the page behind it */
  async confirm(page: Page): Promise<Page> {
    const asking = await this.browser.follow(page);
    const fields = { password: sampleSecrets.ada };
    return this.browser.follow(this.browser.submit(asking, "/account/confirm", fields));
  }

  /** Exchanges a code. */
  async exchange(code: string | undefined, changes: Changes = {}): Promise<Response> {
    return postOauth(this.platform, "/oauth/token", codeExchange(code ?? "", changes));
  }

  /** The whole of it. */
  async signIn(changes: Changes = {}): Promise<SignedInTokens> {
    return this.tokensFor(await this.ask(changes));
  }

  async tokensFor(result: Readonly<Record<string, string>>): Promise<SignedInTokens> {
    // A code that was just made can be exchanged; the check of the ID token fails if not.
    const tokens = (await (await this.exchange(result["code"])).json()) as OauthTokens;
    return { ...tokens, claims: await claimsOf(this.platform, tokens.id_token) };
  }

  /** Asks who the user of a token is. */
  userinfo(token: string, init: RequestInit = {}): Promise<Response> {
    const headers = { Authorization: `Bearer ${token}` };
    return this.platform.fetch("/oauth/userinfo", { ...init, headers });
  }
}
