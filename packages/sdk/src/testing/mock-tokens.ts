import { toBase64Url } from "../encoding/base64url.ts";
import { MockRefusal } from "./mock-response.ts";
import type { MockUser, MockTeamApplication } from "./mock-world.ts";

/** Lifetimes in seconds; the documented defaults unless given. */
export interface MockLifetimes {
  readonly authorizationCode: number;
  readonly userAccessToken: number;
  readonly refreshToken: number;
  readonly teamAccessToken: number;
}

/** The lifetimes of the interface document. */
export const documentedLifetimes: MockLifetimes = {
  authorizationCode: 300,
  userAccessToken: 259_200,
  refreshToken: 2_592_000,
  teamAccessToken: 7_200,
};

/** How many token requests an application may make: `burst` at once, refilled evenly. */
export interface MockRateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

/** One team token that was made. */
export interface MockMint {
  readonly at: number;
  readonly appid: string;
  readonly token: string;
  /** `foreign`: not by the program under test. */
  readonly by: "caller" | "foreign";
}

/** What decides how tokens are given out. */
export interface MockTokenSettings {
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly lifetimes: MockLifetimes;
  /** No limit unless given. */
  readonly tokenRequests: MockRateLimit | undefined;
  /** Seconds for which an overridden team token goes on working; 0 as documented. */
  readonly teamTokenOverlapSeconds: number;
}

/** Access tokens that a grant may have alive; the oldest goes first. */
const liveAccessTokensPerGrant = 10;
/** A code that comes back later than this after its exchange was stolen rather than sent twice. */
const innocentReplayMs = 30_000;
const bearerSeconds = 3_600;

/** What belongs to a code of OpenID Connect. */
export interface MockOpenidRequest {
  readonly redirectUri: string;
  readonly nonce?: string | undefined;
}

/** A user's consent to an application. */
export interface MockGrant {
  readonly openid: string;
  readonly appid: string;
  readonly user: MockUser;
}

/** A code as it is sent; with a redirect URI for one of OpenID Connect. */
export interface SentCode {
  readonly code: string;
  readonly challenge?: string | undefined;
  readonly redirectUri?: string;
}

/** A code, access token or refresh token; its prefix says which. */
interface Issued {
  readonly grant: MockGrant;
  /** The code whose exchange it goes back to. */
  readonly code?: string;
  /** Of a code: the PKCE challenge. */
  readonly challenge?: string | undefined;
  /** Of a code: what a request of OpenID Connect has beside; undefined for one of the interface's own. */
  readonly openid?: MockOpenidRequest | undefined;
  expiresAt: number;
  /** Of a code or a rotating refresh token: when it was used first, and the refresh token that it gave. */
  used?: { readonly at: number; readonly refreshToken: string };
}

interface TeamToken {
  readonly application: MockTeamApplication;
  readonly token: string;
  expiresAt: number;
}

/** Every code and token of a mock platform. Each method takes effect as a whole: nothing in it waits. */
export class MockTokens {
  readonly mints: MockMint[] = [];
  readonly #settings: MockTokenSettings;
  readonly #grants = new Map<string, MockGrant>();
  readonly #issued = new Map<string, Issued>();
  /** The newest last. */
  #team: readonly TeamToken[] = [];
  readonly #bucketEmptyAt = new Map<string, number>();

  constructor(settings: MockTokenSettings) {
    this.#settings = settings;
  }

  /** Notes a user's consent. @returns the code for the application */
  issueCode(appid: string, user: MockUser, challenge?: string, openid?: MockOpenidRequest): string {
    const key = JSON.stringify([appid, user.id]);
    const grant = this.#grants.get(key) ?? { openid: `o${randomText(21).slice(0, 27)}`, appid, user };
    this.#grants.set(key, grant);
    const expiresAt = this.#after(this.#settings.lifetimes.authorizationCode);
    return this.#issue("sopc_", { grant, challenge, openid, expiresAt });
  }

  /** Uses a code up; one of OpenID Connect gives bearer tokens. @throws MockRefusal `request_rate_limited`, `invalid_grant` */
  exchange(appid: string, { code, challenge, redirectUri }: SentCode) {
    this.#countTokenRequest(appid);
    const found = this.#find(code, "sopc_", appid);
    const { grant, openid } = found;
    const fits = openid?.redirectUri === redirectUri && found.challenge === challenge;
    if (!this.#isFresh(found, code) || found.used !== undefined || !fits || !this.#isAlive(found))
      throw new MockRefusal("invalid_grant");
    const [prefix, access] =
      openid === undefined ? (["sopr_", "sopu_"] as const) : (["sopf_", "sopb_"] as const);
    const expiresAt = this.#after(this.#settings.lifetimes.refreshToken);
    const refreshToken = this.#issue(prefix, { grant, code, expiresAt });
    found.used = { at: this.#settings.now(), refreshToken };
    const { access_token, expires_in } = this.#issueAccessToken(access, { grant, code });
    return {
      access_token,
      refresh_token: refreshToken,
      expires_in,
      openid: grant.openid,
      nonce: openid?.nonce,
    };
  }

  /** @throws MockRefusal `invalid_grant`, `request_rate_limited` */
  refresh(appid: string, refreshToken: string) {
    const found = this.#find(refreshToken, "sopr_", appid);
    if (!this.#isAlive(found)) throw new MockRefusal("invalid_grant");
    this.#countTokenRequest(appid);
    return this.#issueAccessToken("sopu_", found);
  }

  /** The same with bearer tokens, whose refresh token works once. @throws MockRefusal */
  rotate(appid: string, refreshToken: string) {
    const found = this.#find(refreshToken, "sopf_", appid);
    const { grant, code = "", expiresAt } = found;
    if (!this.#isAlive(found) || !this.#isFresh(found, code)) throw new MockRefusal("invalid_grant");
    this.#countTokenRequest(appid);
    const next = () => this.#issue("sopf_", { grant, code, expiresAt });
    found.used ??= { at: this.#settings.now(), refreshToken: next() };
    return { ...this.#issueAccessToken("sopb_", found), refresh_token: found.used.refreshToken };
  }

  /** Gives a team a token in place of the one before. @throws MockRefusal `request_rate_limited` */
  issueTeamToken(application: MockTeamApplication, by: MockMint["by"] = "caller") {
    const { appid } = application;
    if (by === "caller") this.#countTokenRequest(appid);
    const { lifetimes, teamTokenOverlapSeconds, now } = this.#settings;
    for (const older of this.#team.filter((one) => one.application.appid === appid))
      older.expiresAt = Math.min(older.expiresAt, this.#after(teamTokenOverlapSeconds));
    const token = `sopt_${randomText(24)}`;
    const expiresAt = this.#after(lifetimes.teamAccessToken);
    this.#team = [...this.#team.filter((one) => this.#isAlive(one)), { application, token, expiresAt }];
    this.mints.push({ at: now(), appid, token, by });
    return { access_token: token, expires_in: lifetimes.teamAccessToken };
  }

  /** The team token that works right now. */
  liveTeamToken(appid: string): string | undefined {
    return this.#team.findLast((one) => one.application.appid === appid && this.#isAlive(one))?.token;
  }

  /** The grant that an access token is valid for right now: one of the interface's own, or a bearer token. */
  findGrant(accessToken: string, prefix: "sopu_" | "sopb_"): MockGrant | undefined {
    const found = accessToken.startsWith(prefix) ? this.#issued.get(accessToken) : undefined;
    return found !== undefined && this.#isAlive(found) ? found.grant : undefined;
  }

  /** The team's application that a team access token is valid for right now. */
  findTeam(accessToken: string): MockTeamApplication | undefined {
    return this.#team.find((one) => one.token === accessToken && this.#isAlive(one))?.application;
  }

  /** The grant of an openid, of any application. */
  findGrantByOpenid(openid: string): MockGrant | undefined {
    return [...this.#grants.values()].find((grant) => grant.openid === openid);
  }

  /** Takes a consent back, and all that it gave. @returns whether there was one */
  revoke(openid: string): boolean {
    const revoked = this.findGrantByOpenid(openid);
    this.#end(({ grant }) => grant === revoked);
    return revoked !== undefined;
  }

  /** Ends every access token there is, as if its time had come. Refresh tokens stay. */
  expireAccessTokens(): void {
    const access = [...this.#issued].filter(([token]) => isAccessToken(token));
    for (const token of [...access.map(([, issued]) => issued), ...this.#team])
      token.expiresAt = this.#settings.now();
  }

  #find(token: string, prefix: string, appid: string): Issued {
    const found = token.startsWith(prefix) ? this.#issued.get(token) : undefined;
    if (found?.grant.appid !== appid) throw new MockRefusal("invalid_grant");
    return found;
  }

  #issue(prefix: string, issued: Issued): string {
    const token = prefix + randomText(24);
    this.#issued.set(token, issued);
    return token;
  }

  #issueAccessToken(prefix: "sopu_" | "sopb_", { grant, code = "" }: Pick<Issued, "grant" | "code">) {
    const expiresIn = prefix === "sopb_" ? bearerSeconds : this.#settings.lifetimes.userAccessToken;
    const token = this.#issue(prefix, { grant, code, expiresAt: this.#after(expiresIn) });
    const ofGrant = [...this.#issued].filter(([one, issued]) => isAccessToken(one) && issued.grant === grant);
    for (const [old] of ofGrant.slice(0, -liveAccessTokensPerGrant)) this.#issued.delete(old);
    return { access_token: token, expires_in: expiresIn };
  }

  /** Whether what was used comes again at once, if it does; a late replay ends what the exchange of the code gave. */
  #isFresh({ used }: Issued, code: string): boolean {
    const isFresh = used === undefined || used.at >= this.#settings.now() - innocentReplayMs;
    if (!isFresh) this.#end((issued) => issued.code === code);
    return isFresh;
  }

  #end(isEnded: (issued: Issued) => boolean): void {
    for (const [token, issued] of this.#issued) if (isEnded(issued)) this.#issued.delete(token);
  }

  #countTokenRequest(appid: string): void {
    const { tokenRequests: limit, now } = this.#settings;
    if (limit === undefined) return;
    const interval = 60_000 / limit.perMinute;
    const emptyAt = Math.max(this.#bucketEmptyAt.get(appid) ?? 0, now());
    const excess = emptyAt - now() - (limit.burst - 1) * interval;
    if (excess > 0)
      throw new MockRefusal("request_rate_limited", {
        retryAfterSeconds: Math.max(1, Math.ceil(excess / 1000)),
      });
    this.#bucketEmptyAt.set(appid, emptyAt + interval);
  }

  #after(seconds: number): number {
    return this.#settings.now() + seconds * 1000;
  }

  #isAlive({ expiresAt }: { readonly expiresAt: number }): boolean {
    return expiresAt > this.#settings.now();
  }
}

function isAccessToken(token: string): boolean {
  return token.startsWith("sopu_") || token.startsWith("sopb_");
}

/** @param bytes how many random bytes it stands for */
export function randomText(bytes: number): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}
