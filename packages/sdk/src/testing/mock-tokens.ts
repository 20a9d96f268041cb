import { toBase64Url } from "../encoding/base64url.ts";
import { MockRefusal } from "./mock-response.ts";
import type { MockUser, MockTeamApplication, MockWebApplication } from "./mock-world.ts";

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
  readonly nonce: string | undefined;
}

/** A user's consent to an application. */
export interface MockGrant {
  readonly openid: string;
  readonly appid: string;
  readonly user: MockUser;
  isRevoked: boolean;
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
  usedAt: number | undefined;
}

interface TeamToken {
  readonly application: MockTeamApplication;
  readonly token: string;
  expiresAt: number;
}

/** Every code and token of a mock platform. Each method takes effect as a whole: nothing in it waits. */
export class MockTokens {
  readonly #settings: MockTokenSettings;
  readonly #codes = new Map<string, Code>();
  readonly #grants = new Map<string, MockGrant>();
  readonly #access = new Map<string, Issued>();
  readonly #refresh = new Map<string, Issued>();
  /** The newest last. */
  readonly #team = new Map<string, TeamToken[]>();
  readonly #bucketEmptyAt = new Map<string, number>();

  constructor(settings: MockTokenSettings) {
    this.#settings = settings;
  }

  /** Notes a user's consent. @returns the code for the application */
  issueCode(appid: string, user: MockUser, challenge?: string, openid?: MockOpenidRequest): string {
    const key = JSON.stringify([appid, user.id]);
    const grant = this.#grants.get(key) ?? { openid: randomOpenid(), appid, user, isRevoked: false };
    grant.isRevoked = false;
    this.#grants.set(key, grant);
    const code = randomToken("sopc_");
    const expiresAt = this.#after(this.#settings.lifetimes.authorizationCode);
    this.#codes.set(code, { grant, challenge, openid, expiresAt, usedAt: undefined });
    return code;
  }

  /** @throws MockRefusal `request_rate_limited`, `invalid_grant` */
  exchange(appid: string, code: string, challenge: string | undefined) {
    const { grant } = this.#useCode(
      appid,
      code,
      (found) => found.openid === undefined && found.challenge === challenge,
    );
    const refreshToken = randomToken("sopr_");
    const expiresAt = this.#after(this.#settings.lifetimes.refreshToken);
    this.#refresh.set(refreshToken, { grant, code, expiresAt });
    const { access_token, expires_in } = this.#issueAccessToken(grant, code);
    return { access_token, refresh_token: refreshToken, expires_in, openid: grant.openid };
  }

  /** The same by OpenID Connect. @throws MockRefusal `request_rate_limited`, `invalid_grant` */
  exchangeOpenid(
    appid: string,
    {
      code,
      challenge,
      redirectUri,
    }: Record<"code" | "redirectUri", string> & { readonly challenge: string | undefined },
  ) {
    const { grant, openid } = this.#useCode(
      appid,
      code,
      (found) => found.openid?.redirectUri === redirectUri && found.challenge === challenge,
    );
    const expiresAt = this.#after(this.#settings.lifetimes.refreshToken);
    const refreshToken = this.#issueRotating({ grant, code, expiresAt });
    return { ...this.#bearer(grant, code, refreshToken), openid: grant.openid, nonce: openid?.nonce };
  }

  /** The next pair of tokens. Within 30 seconds a used one gives the same successor; later it ends all. @throws MockRefusal */
  rotate(appid: string, refreshToken: string) {
    const found = refreshToken.startsWith("sopf_") ? this.#refresh.get(refreshToken) : undefined;
    const isGood = found !== undefined && found.grant.appid === appid && this.#isAlive(found);
    if (!isGood || found.grant.isRevoked) throw new MockRefusal("invalid_grant");
    if (found.used !== undefined && this.#endIfLate(found.code, found.used.at))
      throw new MockRefusal("invalid_grant");
    this.#countTokenRequest(appid);
    found.used ??= { at: this.#settings.now(), successor: this.#issueRotating(found) };
    return this.#bearer(found.grant, found.code, found.used.successor);
  }

  /** The grant that a bearer token is valid for right now. */
  findBearerGrant(token: string): MockGrant | undefined {
    const appid = token.startsWith("sopb_") ? this.#access.get(token)?.grant.appid : undefined;
    return appid === undefined ? undefined : this.findGrant(appid, token);
  }

  #issueRotating({ grant, code, expiresAt }: Issued): string {
    const token = randomToken("sopf_");
    this.#refresh.set(token, { grant, code, expiresAt });
    return token;
  }

  #bearer(grant: MockGrant, code: string, refreshToken: string) {
    const access = this.#issueAccessToken(grant, code, { prefix: "sopb_", expiresIn: bearerSeconds });
    return { ...access, refresh_token: refreshToken };
  }

  /** Uses a code up. @throws MockRefusal `request_rate_limited`, `invalid_grant` */
  #useCode(appid: string, code: string, fits: (found: Code) => boolean): Code {
    this.#countTokenRequest(appid);
    const found = this.#codes.get(code);
    if (found === undefined || found.grant.appid !== appid) throw new MockRefusal("invalid_grant");
    if (found.usedAt !== undefined) this.#refuseReplay(code, found.usedAt);
    if (!this.#isAlive(found) || found.grant.isRevoked || !fits(found))
      throw new MockRefusal("invalid_grant");
    found.usedAt = this.#settings.now();
    return found;
  }

  /** @throws MockRefusal `invalid_grant`, `request_rate_limited` */
  refresh({ appid }: MockWebApplication, refreshToken: string) {
    const found = this.#refresh.get(refreshToken);
    const isGood = found !== undefined && found.grant.appid === appid && this.#isAlive(found);
    if (!isGood || found.grant.isRevoked || refreshToken.startsWith("sopf_"))
      throw new MockRefusal("invalid_grant");
    this.#countTokenRequest(appid);
    return this.#issueAccessToken(found.grant, found.code);
  }

  /** Gives a team a token in place of the one before. @throws MockRefusal `request_rate_limited` */
  issueTeamToken(application: MockTeamApplication, { isCounted = true } = {}) {
    if (isCounted) this.#countTokenRequest(application.appid);
    const overlapEnd = this.#after(this.#settings.teamTokenOverlapSeconds);
    const older = this.#team.get(application.appid) ?? [];
    for (const token of older) token.expiresAt = Math.min(token.expiresAt, overlapEnd);
    const { teamAccessToken: expiresIn } = this.#settings.lifetimes;
    const token = { application, token: randomToken("sopt_"), expiresAt: this.#after(expiresIn) };
    const alive = older.filter((candidate) => this.#isAlive(candidate));
    this.#team.set(application.appid, [...alive, token]);
    return { access_token: token.token, expires_in: expiresIn };
  }

  /** The team token that works right now. */
  liveTeamToken(appid: string): string | undefined {
    return this.#team.get(appid)?.findLast((token) => this.#isAlive(token))?.token;
  }

  /** The grant that a user access token, sent with an appid, is valid for right now. */
  findGrant(appid: string, accessToken: string): MockGrant | undefined {
    const found = this.#access.get(accessToken);
    if (found === undefined || !this.#isAlive(found) || found.grant.isRevoked) return undefined;
    return found.grant.appid === appid ? found.grant : undefined;
  }

  /** The team's application that a team access token, sent with an appid, is valid for right now. */
  findTeam(appid: string, accessToken: string): MockTeamApplication | undefined {
    return this.#team.get(appid)?.find((token) => token.token === accessToken && this.#isAlive(token))
      ?.application;
  }

  /** The grant of an openid, of any application. */
  findGrantByOpenid(openid: string): MockGrant | undefined {
    return [...this.#grants.values()].find((grant) => grant.openid === openid);
  }

  /** Takes a consent back, and all that it gave. @returns whether there was one */
  revoke(openid: string): boolean {
    const grant = this.findGrantByOpenid(openid);
    if (grant === undefined) return false;
    grant.isRevoked = true;
    for (const tokens of [this.#access, this.#refresh]) {
      for (const [token, issued] of tokens) if (issued.grant === grant) tokens.delete(token);
    }
    for (const [code, issued] of this.#codes) if (issued.grant === grant) this.#codes.delete(code);
    return true;
  }

  /** Ends every access token there is, as if its time had come. Refresh tokens stay. */
  expireAccessTokens(): void {
    for (const token of [...this.#access.values(), ...[...this.#team.values()].flat()])
      token.expiresAt = this.#settings.now();
  }

  #issueAccessToken(
    grant: MockGrant,
    code: string,
    { prefix, expiresIn } = { prefix: "sopu_", expiresIn: this.#settings.lifetimes.userAccessToken },
  ) {
    const token = randomToken(prefix);
    this.#access.set(token, { grant, code, expiresAt: this.#after(expiresIn) });
    const ofGrant = [...this.#access].filter(([, issued]) => issued.grant === grant);
    for (const [old] of ofGrant.slice(0, -liveAccessTokensPerGrant)) this.#access.delete(old);
    return { access_token: token, expires_in: expiresIn };
  }

  /** @throws MockRefusal always; a late replay ends what the exchange gave */
  #refuseReplay(code: string, usedAt: number): never {
    this.#endIfLate(code, usedAt);
    throw new MockRefusal("invalid_grant");
  }

  /** @returns whether it is late */
  #endIfLate(code: string, usedAt: number): boolean {
    if (usedAt < this.#settings.now() - innocentReplayMs) {
      for (const tokens of [this.#access, this.#refresh]) {
        for (const [token, issued] of tokens) if (issued.code === code) tokens.delete(token);
      }
      return true;
    }
    return false;
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

function randomToken(prefix: string): string {
  return prefix + toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
}

function randomOpenid(): string {
  return `o${toBase64Url(crypto.getRandomValues(new Uint8Array(21))).slice(0, 27)}`;
}
