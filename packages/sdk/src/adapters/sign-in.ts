import { authorizeUrl } from "../authorize-url.ts";
import { createClient, type Client } from "../create-client.ts";
import { toBase64Url } from "../encoding/base64url.ts";
import { exchangeCode, type UserGrant } from "../exchange-code.ts";
import { issuerOf } from "../openid/id-token.ts";
import { openidAuthorizeUrl, usualOpenidScope } from "../openid/openid-authorize-url.ts";
import { exchangeOpenidCode } from "../openid/openid-tokens.ts";
import { wallClockNow, type Platform } from "../platform.ts";
import { readCallback, type CallbackResult } from "../read-callback.ts";
import { secretBytes, sign, type SigningSecret } from "../state/hmac.ts";
import { safeReturnPath } from "../state/return-path.ts";
import { StateError } from "../state/state-error.ts";
import { createState, stateTag, verifyState, type StateCheck } from "../state/state.ts";
import { createMemoryUsedStates, type UsedStates } from "../state/used-states.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import { fromUserGrant, type ConsentEvent } from "../token-source/from-user-grant.ts";
import type { UserTokenStore } from "../user-token-store/user-token-store.ts";
import { createCookieJar, type CookieJar } from "./cookies.ts";
import { createCookieSession, type SessionKeeper } from "./session.ts";
import { problemPage, type SignInProblem } from "./sign-in-problem.ts";
import { jsonReply, redirectReply, type SignInReply, type SignInRequest } from "./web-exchange.ts";

/** The options of sign-in; the same for every framework. */
export interface SignInOptions {
  readonly platform: Platform;
  readonly appid: string;
  readonly secret: string;
  /** Address of the callback, as the application registered it. Decides whether cookies are Secure. */
  readonly redirectUri: string;
  /** At least 32 secret random bytes; signs states and encrypts sessions. */
  readonly sessionSecret: SigningSecret;
  /** Where the users' tokens are kept; they never leave the server. */
  readonly store: UserTokenStore;
  /** Path at which `login` is served; default `/login`. */
  readonly loginPath?: string;
  /** Where users are redirected without a return path, and after signing out; default `/`. */
  readonly homePath?: string;
  /** A page of the application that gets `?problem=denied` and so on; default: a short page of this package. */
  readonly problemPath?: string;
  /** Called for every failed sign-in, for logs. */
  readonly onProblem?: (problem: SignInProblem) => void;
  /** Called when a user's consent expires soon or has ended. */
  readonly onConsent?: (event: ConsentEvent) => void;
  /** How long users stay signed in to the application; default 7 days. */
  readonly sessionLifetimeSeconds?: number;
  /** Sessions of the application's own instead of the encrypted cookie. */
  readonly session?: SessionKeeper;
  /** Shared by all processes that serve the callback; default: memory of this one. */
  readonly usedStates?: UsedStates;
  /** See `StateCheck`; default `refuse`. */
  readonly whenCookieIsLost?: StateCheck["whenCookieIsLost"];
  /** PKCE (RFC 7636), so that a stolen code cannot be used in another sign-in; default true. */
  readonly pkce?: boolean;
  /**
   * Signs users in by OpenID Connect, at the platform's standard addresses; default false. `scope` names what is asked for, `openid` among
   * it; the user's profile, and reading of surveys and answers unless given.
   */
  readonly openid?: boolean | { readonly scope: string };
}

/** A signed-in user: their openid, and a client that acts for them. */
export interface Grant {
  readonly openid: string;
  readonly client: Client;
}

/** Sign-in without a framework; the adapters convert requests and replies. */
export interface SignIn {
  /** Redirects to the consent page. Takes `?return_to=` with a path of the application. */
  login(request: SignInRequest): Promise<SignInReply>;
  /** Checks the state, exchanges the code, stores the tokens and signs the user in. */
  callback(request: SignInRequest): Promise<SignInReply>;
  /** Signs the user out of the application; POST only. Tokens stay in the store until the application deletes them. */
  logout(request: SignInRequest): Promise<SignInReply>;
  /** The grant of the signed-in user, if it can still be used. */
  grantOf(request: SignInRequest): Promise<Grant | undefined>;
  /** The reply to a user who has to sign in first: a redirect to the login path for a page, else 401. */
  askToSignIn(request: SignInRequest): SignInReply;
}

const loginSeconds = 600;
/** Sign-ins that one browser may have in progress; each has a cookie. */
const mostLogins = 5;

/**
 * Puts signing in together.
 *
 * @throws TypeError when the session secret is too short or a path is not one of the application
 */
export function createSignInCore(options: SignInOptions): SignIn {
  return new SignInCore(options);
}

class SignInCore implements SignIn {
  readonly #options: SignInOptions;
  readonly #loginPath: string;
  readonly #homePath: string;
  readonly #cookies: CookieJar;
  readonly #session: SessionKeeper;
  readonly #usedStates: UsedStates;

  constructor(options: SignInOptions) {
    this.#options = options;
    this.#loginPath = plainPath(options.loginPath ?? "/login");
    this.#homePath = ownPath(options.homePath ?? "/");
    if (options.problemPath !== undefined) plainPath(options.problemPath);
    secretBytes(options.sessionSecret);
    this.#cookies = createCookieJar(new URL(options.redirectUri).protocol === "https:");
    this.#usedStates = options.usedStates ?? createMemoryUsedStates(this.#now);
    this.#session =
      options.session ??
      createCookieSession({
        secret: options.sessionSecret,
        cookies: this.#cookies,
        lifetimeSeconds: options.sessionLifetimeSeconds ?? 7 * 24 * 3600,
        now: this.#now,
      });
  }

  async login(request: SignInRequest): Promise<SignInReply> {
    if (request.method !== "GET") return methodReply("GET");
    const { sessionSecret: secret } = this.#options;
    const wanted = this.#queryOf(request).get("return_to");
    const returnPath = safeReturnPath(wanted) ?? this.#homePath;
    const { state, binding } = await createState({
      secret,
      returnPath,
      now: this.#now,
      lifetimeSeconds: loginSeconds,
    });
    const link = await this.#linkFor(state);
    const cookie = this.#cookies.set(cookieNameOf(state), binding, loginSeconds);
    return redirectReply(link, [...this.#forgetOldLogins(request), cookie]);
  }

  async callback(request: SignInRequest): Promise<SignInReply> {
    if (request.method !== "GET") return methodReply("GET");
    const query = this.#queryOf(request);
    const [state = "", ...more] = query.getAll("state");
    if (more.length > 0 || state === "") return this.#fail({ kind: "state_mismatch", reason: "missing" });
    const forget = [this.#cookies.remove(cookieNameOf(state))];
    try {
      const { returnPath } = await this.#verify(request, state);
      this.#checkIssuer(query);
      const result = readCallback(query, { state });
      return await this.#finish(request, state, { result, returnPath, forget });
    } catch (error) {
      if (error instanceof StateError) return await this.#refuseState(request, error);
      if (!(error instanceof SurveyPlatformError)) throw error;
      return this.#fail(problemOf(error), forget);
    }
  }

  async logout(request: SignInRequest): Promise<SignInReply> {
    if (request.method !== "POST") return methodReply("POST");
    if (!this.#isSameOrigin(request)) return jsonReply(403, { error: "cross_site" });
    return redirectReply(this.#homePath, await this.#session.end(request));
  }

  async grantOf(request: SignInRequest): Promise<Grant | undefined> {
    const { platform, appid, secret, store, onConsent } = this.#options;
    const openid = await this.#session.read(request);
    const tokens = openid === undefined ? undefined : (await store.get(openid))?.value;
    if (openid === undefined || tokens === undefined) return undefined;
    if (Math.max(tokens.accessTokenExpiresAt, tokens.refreshTokenExpiresAt) <= this.#now()) return undefined;
    const source = fromUserGrant(platform, { appid, openid, secret, store, onConsent });
    return { openid, client: createClient({ platform, source }) };
  }

  askToSignIn(request: SignInRequest): SignInReply {
    const wantsPage = request.method === "GET" && /\btext\/html\b/.test(request.header("accept") ?? "");
    if (!wantsPage) return jsonReply(401, { error: "sign_in_required", login: this.#loginPath });
    const returnPath = safeReturnPath(request.target);
    const query = returnPath === undefined ? "" : `?return_to=${encodeURIComponent(returnPath)}`;
    return redirectReply(this.#loginPath + query);
  }

  /** Stores the tokens before the session starts: a session without a grant would be redirected for ever. */
  async #finish(request: SignInRequest, state: string, end: LoginEnd): Promise<SignInReply> {
    if (end.result.kind === "denied") return this.#fail({ kind: "denied" }, end.forget);
    const { store } = this.#options;
    const { openid, tokens } = await this.#exchange(end.result.code, state);
    await store.put(openid, tokens);
    return redirectReply(end.returnPath, [...end.forget, ...(await this.#session.start(request, openid))]);
  }

  async #linkFor(state: string): Promise<string> {
    const { platform, appid, redirectUri } = this.#options;
    const request = { appid, redirectUri, state, codeChallenge: await this.#challengeOf(state) };
    const scope = this.#openidScope;
    if (scope === undefined) return authorizeUrl(platform, request);
    return openidAuthorizeUrl(platform, { ...request, scope, nonce: await this.#nonceOf(state) });
  }

  async #exchange(code: string, state: string): Promise<UserGrant> {
    const { platform, appid, secret, redirectUri } = this.#options;
    const exchange = { appid, secret, code, codeVerifier: await this.#verifierOf(state) };
    if (this.#openidScope === undefined) return exchangeCode(platform, exchange);
    return exchangeOpenidCode(platform, { ...exchange, redirectUri, nonce: await this.#nonceOf(state) });
  }

  get #openidScope(): string | undefined {
    const { openid = false } = this.#options;
    if (openid === true) return usualOpenidScope;
    return openid === false ? undefined : openid.scope;
  }

  /** What ties the ID token to this sign-in; derived from the state, as the verifier is. */
  async #nonceOf(state: string): Promise<string> {
    return toBase64Url(await sign(this.#options.sessionSecret, `nonce:${state}`));
  }

  /** The response of another server is not taken for one of the platform (RFC 9207). @throws SurveyPlatformError */
  #checkIssuer(query: URLSearchParams): void {
    if (this.#openidScope !== undefined && query.get("iss") !== issuerOf(this.#options.platform))
      throw new SurveyPlatformError("invalid_callback");
  }

  #verify(request: SignInRequest, state: string) {
    const { sessionSecret: secret, whenCookieIsLost = "refuse" } = this.#options;
    const binding = this.#cookies.read(request, cookieNameOf(state));
    return verifyState(state, { secret, binding, whenCookieIsLost, used: this.#usedStates, now: this.#now });
  }

  /** A user who reloads the callback is already signed in. */
  async #refuseState(request: SignInRequest, { problem, returnPath }: StateError): Promise<SignInReply> {
    if (problem !== "used") return this.#fail({ kind: "state_mismatch", reason: problem });
    if ((await this.#session.read(request)) === undefined) return this.#fail({ kind: "replayed" });
    return redirectReply(returnPath ?? this.#homePath);
  }

  #fail(problem: SignInProblem, cookies: readonly string[] = []): SignInReply {
    const { onProblem, problemPath } = this.#options;
    onProblem?.(problem);
    if (problemPath === undefined) return problemPage(problem, this.#loginPath, cookies);
    return redirectReply(`${problemPath}?problem=${problem.kind}`, cookies);
  }

  /** The PKCE verifier (RFC 7636, section 4.1) is derived from the state, so that it needs no storage. */
  async #verifierOf(state: string): Promise<string | undefined> {
    if (this.#options.pkce === false) return undefined;
    return toBase64Url(await sign(this.#options.sessionSecret, `code-verifier:${state}`));
  }

  async #challengeOf(state: string): Promise<string | undefined> {
    const verifier = await this.#verifierOf(state);
    if (verifier === undefined) return undefined;
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    return toBase64Url(new Uint8Array(digest));
  }

  #forgetOldLogins(request: SignInRequest): readonly string[] {
    const names = this.#cookies.namesOf(request, loginCookie);
    return names.length < mostLogins ? [] : names.map((name) => this.#cookies.remove(name));
  }

  #queryOf({ target }: SignInRequest): URLSearchParams {
    const start = target.indexOf("?");
    return new URLSearchParams(start === -1 ? "" : target.slice(start + 1));
  }

  /** A form of another site must not sign the user out (cross-site request forgery). */
  #isSameOrigin(request: SignInRequest): boolean {
    const site = request.header("sec-fetch-site");
    if (site !== undefined) return site === "same-origin" || site === "none";
    const origin = request.header("origin");
    return origin === undefined || origin === new URL(this.#options.redirectUri).origin;
  }

  readonly #now = (): number => wallClockNow(this.#options.platform);
}

interface LoginEnd {
  readonly result: CallbackResult;
  readonly returnPath: string;
  /** What removes this sign-in's cookie. */
  readonly forget: readonly string[];
}

const loginCookie = "login_";

function cookieNameOf(state: string): string {
  return loginCookie + stateTag(state).replaceAll(/[^A-Za-z0-9]/g, "");
}

function problemOf(error: SurveyPlatformError): SignInProblem {
  const isOurs = error.type === "invalid_callback" || error.type === "state_mismatch";
  return isOurs ? { kind: "invalid_callback" } : { kind: "platform_error", error };
}

function methodReply(allow: string): SignInReply {
  return jsonReply(405, { error: "method_not_allowed" }, allow);
}

function ownPath(path: string): string {
  if (safeReturnPath(path) === undefined) throw new TypeError(`${path} is not a path of the application`);
  return path;
}

/** A path that a query is put behind. */
function plainPath(path: string): string {
  if (/[?#]/.test(path)) throw new TypeError(`${path} has a query or fragment, and gets one here`);
  return ownPath(path);
}
