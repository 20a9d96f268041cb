import { wallClockNow, type Platform } from "../platform.ts";
import { refreshOpenidTokens } from "../openid/openid-tokens.ts";
import { refreshAccessToken } from "../refresh-access-token.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import type { StoredValue, UserTokens, UserTokenStore } from "../user-token-store/user-token-store.ts";
import { unlessAborted, withDeadline } from "../with-deadline.ts";
import { renewalMargin } from "./renewal.ts";
import { TokenRenewal } from "./token-renewal.ts";
import type { SourcedToken, TokenSource, WaitOptions } from "./token-source.ts";

/** How long callers who have a valid token wait for the next one. */
const patienceMilliseconds = 1_000;
const sweepEvery = 1_000;
const defaultLifetimeMilliseconds = 3 * 24 * 60 * 60 * 1000;

/**
 * Something about a user's consent that the application should know.
 *
 * - `expiring`: the access token that was just got is the last one; ask the user to sign in again before `endsAt`.
 * - `required`: nothing can be read for this user until they have signed in again.
 */
export interface ConsentEvent {
  readonly kind: "expiring" | "required";
  readonly openid: string;
  /** Unix milliseconds at which the user's last access token ends. */
  readonly endsAt: number;
}

/** Whose grant it is, and where its tokens are kept. */
export interface UserGrantOptions {
  readonly appid: string;
  readonly openid: string;
  /** Where the tokens from the exchange were put. */
  readonly store: UserTokenStore;
  /** Only for applications of which the platform asks it when refreshing. */
  readonly secret?: string | undefined;
  /** Called when consent expires soon, and when the user has to give it again. */
  readonly onConsent?: ((event: ConsentEvent) => void) | undefined;
}

/**
 * The token of a user who has consented: taken from a store, refreshed before it ends, and written back with
 * the refresh token that it came with, whose 30 days never move.
 *
 * A source is cheap: make one for each request. All of those for one openid and store refresh together.
 *
 * @throws SurveyPlatformError from `get`: `consent_required` when the user has to sign in again
 * @example
 * ```ts
 * import { createClient, fromUserGrant, type UserTokenStore } from "@survey-open-platform/sdk";
 *
 * const platform = { baseUrl: "https://platform.example" };
 *
 * export function clientOf(openid: string, store: UserTokenStore) {
 *   return createClient({ platform, source: fromUserGrant(platform, { appid: "my_app", openid, store }) });
 * }
 * ```
 */
export function fromUserGrant(platform: Platform, options: UserGrantOptions): TokenSource {
  return new UserGrantSource(platform, options);
}

/** The renewals of each store by openid; only those in flight or in a back-off. */
const renewals = new WeakMap<UserTokenStore, Map<string, TokenRenewal<SourcedToken>>>();

class UserGrantSource implements TokenSource {
  readonly #platform: Platform;
  readonly #options: UserGrantOptions;

  constructor(platform: Platform, options: UserGrantOptions) {
    this.#platform = platform;
    this.#options = { ...options };
  }

  async get({ signal }: WaitOptions = {}): Promise<SourcedToken> {
    signal?.throwIfAborted();
    const { value } = await this.#read();
    const now = wallClockNow(this.#platform);
    const left = value.accessTokenExpiresAt - now;
    if (left <= 0) return await unlessAborted(this.#renew(value), signal);
    const isFresh = left > renewalMargin(lifetimeOf(value));
    const isLast = now >= value.refreshTokenExpiresAt || this.#renewal().isPaused(value.refreshToken);
    return isFresh || isLast ? this.#tokenOf(value) : await this.#renewEarly(value, signal);
  }

  async invalidate(seen: SourcedToken, options: WaitOptions = {}): Promise<SourcedToken> {
    options.signal?.throwIfAborted();
    const { value } = await this.#read();
    if (value.accessToken !== seen.accessToken) return await this.get(options);
    return await unlessAborted(this.#renew(value), options.signal);
  }

  /** If renewal fails or takes long, keep using the current token while it is valid. */
  async #renewEarly(value: UserTokens, signal: AbortSignal | undefined): Promise<SourcedToken> {
    try {
      return await withDeadline(patienceMilliseconds, signal, () => this.#renew(value));
    } catch {
      signal?.throwIfAborted();
      return this.#tokenOf(value);
    }
  }

  async #renew(seen: UserTokens): Promise<SourcedToken> {
    const { store, openid } = this.#options;
    const renewal = this.#renewal();
    try {
      return await renewal.run(() => this.#refreshLocked(seen), seen.refreshToken);
    } finally {
      if (renewal.isIdle) renewals.get(store)?.delete(openid);
    }
  }

  #refreshLocked(seen: UserTokens): Promise<SourcedToken> {
    const { store, openid } = this.#options;
    return store.withLock(openid, async () => {
      const stored = await this.#read();
      // Another process refreshed first, or the user has signed in again.
      if (stored.value.accessToken !== seen.accessToken) return this.#tokenOf(stored.value);
      return await this.#refresh(stored);
    });
  }

  async #refresh({ value, version }: StoredValue<UserTokens>): Promise<SourcedToken> {
    const { openid, store } = this.#options;
    const startedAt = wallClockNow(this.#platform);
    if (startedAt >= value.refreshTokenExpiresAt) throw this.#consentRequired(value);
    const renewed = await this.#request(value, startedAt).catch((error: unknown) => {
      throw isType(error, "invalid_grant") ? this.#consentRequired(value, error) : error;
    });
    // What was put there or deleted meanwhile is newer than what this refresh began with.
    if (!(await store.replace(openid, renewed, version))) return this.#tokenOf((await this.#read()).value);
    if (renewed.refreshTokenExpiresAt <= renewed.accessTokenExpiresAt) this.#report("expiring", renewed);
    return this.#tokenOf(renewed);
  }

  /** The record with the next tokens in it: one write puts a new refresh token in the place of the used one. */
  async #request(value: UserTokens, startedAt: number): Promise<UserTokens> {
    const { appid, secret } = this.#options;
    if (value.tokenType === "bearer")
      return refreshOpenidTokens(this.#platform, { appid, secret, tokens: value });
    const { refreshToken } = value;
    const issued = await refreshAccessToken(this.#platform, { appid, refreshToken, secret });
    return {
      ...value,
      accessToken: issued.accessToken,
      accessTokenIssuedAt: startedAt,
      accessTokenExpiresAt: startedAt + issued.expiresInSeconds * 1000,
    };
  }

  async #read(): Promise<StoredValue<UserTokens>> {
    const stored = await this.#options.store.get(this.#options.openid);
    if (stored === undefined)
      throw new SurveyPlatformError("consent_required", { detail: "no tokens are kept for this user" });
    return stored;
  }

  #consentRequired(value: UserTokens, refusal?: SurveyPlatformError): SurveyPlatformError {
    this.#report("required", value);
    const detail = refusal
      ? "the platform no longer accepts the user's refresh token"
      : "the user's consent has ended";
    return new SurveyPlatformError("consent_required", { ...detailsOf(refusal), detail });
  }

  #report(kind: ConsentEvent["kind"], { accessTokenExpiresAt: endsAt }: UserTokens): void {
    const { onConsent, openid } = this.#options;
    // Later and apart: a listener that throws is a bug of its own, not a failed call.
    if (onConsent !== undefined) queueMicrotask(() => onConsent({ kind, openid, endsAt }));
  }

  #tokenOf({ accessToken, tokenType }: UserTokens): SourcedToken {
    const { appid, openid } = this.#options;
    return { appid, accessToken, openid, ...(tokenType && { tokenType }) };
  }

  #renewal(): TokenRenewal<SourcedToken> {
    const { store, openid } = this.#options;
    const ofStore = renewals.get(store) ?? new Map<string, TokenRenewal<SourcedToken>>();
    const known = ofStore.get(openid);
    if (known !== undefined) return known;
    const renewal = new TokenRenewal<SourcedToken>(this.#platform);
    if (ofStore.size % sweepEvery === sweepEvery - 1) forgetIdle(ofStore);
    renewals.set(store, ofStore.set(openid, renewal));
    return renewal;
  }
}

/** Drops the renewals of users whose refresh failed and for whom no more calls came. */
function forgetIdle(ofStore: Map<string, TokenRenewal<SourcedToken>>): void {
  for (const [openid, renewal] of ofStore) if (renewal.isIdle) ofStore.delete(openid);
}

function lifetimeOf({ accessTokenIssuedAt, accessTokenExpiresAt }: UserTokens): number {
  return accessTokenIssuedAt === undefined
    ? defaultLifetimeMilliseconds
    : accessTokenExpiresAt - accessTokenIssuedAt;
}

function isType(error: unknown, type: string): error is SurveyPlatformError {
  return error instanceof SurveyPlatformError && error.type === type;
}

function detailsOf(refusal: SurveyPlatformError | undefined) {
  return { code: refusal?.code, requestId: refusal?.requestId, status: refusal?.status };
}
