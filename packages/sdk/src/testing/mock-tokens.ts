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

interface Issued {
  readonly grant: MockGrant;
  /** The code whose exchange it goes back to. */
  readonly code: string;
  expiresAt: number;
  /** Of a refresh token that was used: the next one. */
  used?: { readonly at: number; readonly successor: string };
}

interface Code {
  readonly grant: MockGrant;
  readonly challenge: string | undefined;
  /** What a request of OpenID Connect has beside; undefined for one of the interface's own. */
  readonly openid: MockOpenidRequest | undefined;
  readonly expiresAt: number;
  usedAt?: number;
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
  readonly #codes = new Map<string, Code>();
  readonly #grants = new Map<string, MockGrant>();
  readonly #access = new Map<string, Issued>();
  readonly #refresh = new Map<string, Issued>();
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
    const code = `sopc_${randomText(24)}`;
    const expiresAt = this.#after(this.#settings.lifetimes.authorizationCode);
    this.#codes.set(code, { grant, challenge, openid, expiresAt });
    return code;
  }

  /** Uses a code up; one of OpenID Connect gives bearer tokens. @throws MockRefusal `request_rate_limited`, `invalid_grant` */
  exchange(appid: string, sent: SentCode) {
    const { grant, openid } = this.#useCode(appid, sent);
    const expiresAt = this.#after(this.#settings.lifetimes.refreshToken);
    const given = { grant, code: sent.code, expiresAt };
    const refreshToken = this.#issueRefreshToken(given, openid === undefined ? "sopr_" : "sopf_");
    const access = openid === undefined ? this.#issueAccessToken(given) : this.#issueBearer(given);
    const { access_token, expires_in } = access;
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
    const found = this.#liveRefreshToken(appid, refreshToken, "sopr_");
    this.#countTokenRequest(appid);
    return this.#issueAccessToken(found);
  }

  /** The same with bearer tokens, whose refresh token works once. @throws MockRefusal */
  rotate(appid: string, refreshToken: string) {
    const found = this.#liveRefreshToken(appid, refreshToken, "sopf_");
    if (found.used !== undefined && this.#endIfLate(found.code, found.used.at))
      throw new MockRefusal("invalid_grant");
    this.#countTokenRequest(appid);
    const { grant, code, expiresAt } = found;
    const next = () => this.#issueRefreshToken({ grant, code, expiresAt }, "sopf_");
    found.used ??= { at: this.#settings.now(), successor: next() };
    return { ...this.#issueBearer(found), refresh_token: found.used.successor };
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

  /** The grant that a user access token is valid for right now. */
  findGrant(accessToken: string): MockGrant | undefined {
    const found = this.#access.get(accessToken);
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
    for (const [code, { grant }] of this.#codes) if (grant === revoked) this.#codes.delete(code);
    return revoked !== undefined;
  }

  /** Ends every access token there is, as if its time had come. Refresh tokens stay. */
  expireAccessTokens(): void {
    for (const token of [...this.#access.values(), ...this.#team]) token.expiresAt = this.#settings.now();
  }

  #useCode(appid: string, { code, challenge, redirectUri }: SentCode): Code {
    this.#countTokenRequest(appid);
    const found = this.#codes.get(code);
    if (found === undefined || found.grant.appid !== appid) throw new MockRefusal("invalid_grant");
    const { usedAt, openid } = found;
    if (usedAt !== undefined) this.#endIfLate(code, usedAt);
    const fits = openid?.redirectUri === redirectUri && found.challenge === challenge;
    if (usedAt !== undefined || !fits || !this.#isAlive(found)) throw new MockRefusal("invalid_grant");
    found.usedAt = this.#settings.now();
    return found;
  }

  #liveRefreshToken(appid: string, token: string, prefix: string): Issued {
    const found = token.startsWith(prefix) ? this.#refresh.get(token) : undefined;
    if (found?.grant.appid !== appid || !this.#isAlive(found)) throw new MockRefusal("invalid_grant");
    return found;
  }

  #issueRefreshToken(issued: Issued, prefix: string): string {
    const token = prefix + randomText(24);
    this.#refresh.set(token, issued);
    return token;
  }

  #issueBearer(issued: Issued) {
    return this.#issueAccessToken(issued, { prefix: "sopb_", expiresIn: bearerSeconds });
  }

  #issueAccessToken(
    { grant, code }: Issued,
    { prefix, expiresIn } = { prefix: "sopu_", expiresIn: this.#settings.lifetimes.userAccessToken },
  ) {
    const token = prefix + randomText(24);
    this.#access.set(token, { grant, code, expiresAt: this.#after(expiresIn) });
    const ofGrant = [...this.#access].filter(([, issued]) => issued.grant === grant);
    for (const [old] of ofGrant.slice(0, -liveAccessTokensPerGrant)) this.#access.delete(old);
    return { access_token: token, expires_in: expiresIn };
  }

  /** Ends what the exchange of a code gave, unless the second request came at once. @returns whether it did not */
  #endIfLate(code: string, usedAt: number): boolean {
    const isLate = usedAt < this.#settings.now() - innocentReplayMs;
    if (isLate) this.#end((issued) => issued.code === code);
    return isLate;
  }

  #end(isEnded: (issued: Issued) => boolean): void {
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, issued] of tokens) if (isEnded(issued)) tokens.delete(token);
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

/** @param bytes how many random bytes it stands for */
export function randomText(bytes: number): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}
