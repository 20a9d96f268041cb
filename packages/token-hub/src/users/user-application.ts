import { RenewalBackoff } from "@survey-open-platform/sdk/renewal";
import type { ApplicationConfig } from "../config.ts";
import { SealError, type Sealer } from "@survey-open-platform/service";
import { HubError, pendingError, toHubError } from "../errors.ts";
import { waitAtMost, type Clock } from "../clock.ts";
import type { UserGrantStore } from "../store/user-grant-store.ts";
import type { ObservedGrant } from "../store/user-grant-table.ts";
import { openUserToken, sealUserToken, serveGrant, type ServedUserToken } from "./open-grant.ts";
import type { RefreshReason, UserEvent } from "./user-event.ts";
import type { FreshToken, UserPlatform } from "./user-platform.ts";

/** How long callers who have a good token wait for the next one. */
const patienceMilliseconds = 1_000;
const busyPauseMilliseconds = 50;
const storeAttempts = 5;
const storePauseMilliseconds = 200;

/** What an application's user mode is put together from. */
export interface UserApplicationDependencies {
  readonly application: ApplicationConfig;
  readonly store: UserGrantStore;
  readonly sealer: Sealer;
  readonly platform: UserPlatform;
  readonly clock: Clock;
  readonly leaseMilliseconds: number;
  readonly observe: (event: UserEvent) => void;
}

/** A code, and who brought it. */
export interface CodeToExchange {
  readonly code: string;
  readonly codeVerifier: string | undefined;
  readonly actor: string;
}

/** A user's token that a data call was refused with. */
export interface UserTokenReport {
  readonly openid: string;
  readonly version: number;
  readonly actor: string;
  /** Called before the report costs anything; what it throws ends the report. */
  readonly beforeProbe: () => void;
}

interface RefreshCause {
  readonly reason: RefreshReason;
  readonly actor: string;
}

/**
 * The users of one application: their tokens, kept and refreshed for them. A refresh kills no older token, so a
 * lost response costs one more refresh and nothing else; what must not be lost is the refresh token, which no later
 * response brings again.
 */
export class UserApplication {
  readonly #parts: UserApplicationDependencies;
  readonly #backoff: RenewalBackoff<HubError>;
  /** Refreshes under way in this process, by openid. */
  readonly #flights = new Map<string, Promise<ServedUserToken>>();

  constructor(parts: UserApplicationDependencies) {
    this.#parts = parts;
    this.#backoff = new RenewalBackoff({ now: () => parts.clock.now() });
  }

  /** Exchanges a code and stores the tokens. @throws HubError `invalid_grant`, `invalid_client`, … */
  async exchange({ code, codeVerifier, actor }: CodeToExchange): Promise<ServedUserToken> {
    const { platform, observe } = this.#parts;
    const exchanged = await platform.exchange(code, codeVerifier).catch((error: unknown) => {
      observe({ kind: "exchange_failed", error: toHubError(error).type, actor });
      throw error;
    });
    const grant = await this.#keep(exchanged);
    observe({ kind: "consent_given", openid: grant.openid, version: grant.version, actor });
    return this.#serve(grant);
  }

  /** @throws HubError `consent_required`, a refusal of the platform's, … */
  async token(openid: string, actor: string): Promise<ServedUserToken> {
    const grant = await this.#find(openid);
    if (grant.tokenLeft <= 0) return await this.#refreshed(grant, { reason: "expired", actor });
    const { renewalMarginSeconds } = this.#parts.application;
    const margin = Math.min(renewalMarginSeconds * 1000, grant.tokenLifetime / 4);
    const isLast = grant.consent === "required" || grant.consentLeft <= 0;
    if (grant.tokenLeft > margin || isLast || pendingError(this.#backoff) !== undefined)
      return this.#serve(grant);
    const refresh = this.#refreshed(grant, { reason: "due", actor });
    return await waitAtMost(patienceMilliseconds, refresh).catch(() => this.#serve(grant));
  }

  /**
   * Compare-and-swap: only when the version is still the newest one, and a probe finds it dead, is the token
   * refreshed.
   *
   * @throws HubError as {@link token}, and what `beforeProbe` throws
   */
  async report({ openid, version, actor, beforeProbe }: UserTokenReport): Promise<ServedUserToken> {
    const grant = await this.#find(openid);
    if (grant.version !== version) return await this.token(openid, actor);
    const flight = this.#flights.get(openid);
    if (flight !== undefined) return await flight;
    beforeProbe();
    const { platform, observe } = this.#parts;
    const token = this.#serve(grant);
    const result = await platform.probe(openid, token.accessToken);
    if (result === "dead") return await this.#refreshed(grant, { reason: "report", actor });
    if (result === "unknown") {
      const detail = "a reported token could not be probed";
      throw new HubError("upstream_unavailable", { detail, retryAfterSeconds: 1 });
    }
    observe({ kind: "unfounded_report", openid, version, actor });
    return token;
  }

  /** Joins the refresh of this user that is under way, or begins one. */
  async #refreshed(grant: ObservedGrant, cause: RefreshCause): Promise<ServedUserToken> {
    const { openid } = grant;
    const underWay = this.#flights.get(openid);
    if (underWay !== undefined) return await underWay;
    const flight = this.#refreshOnce(grant, cause).finally(() => this.#flights.delete(openid));
    this.#flights.set(openid, flight);
    return await flight;
  }

  /** Refreshes when no other hub does; else waits for what that one gets. */
  async #refreshOnce(seen: ObservedGrant, cause: RefreshCause): Promise<ServedUserToken> {
    const { store, clock, leaseMilliseconds } = this.#parts;
    const { appid, openid, version } = seen;
    const lastMoment = clock.now() + 2 * leaseMilliseconds;
    for (let grant = seen; grant.version === version; grant = await this.#find(openid)) {
      if (grant.consent === "required" || grant.consentLeft <= 0) throw await this.#endConsent(grant, cause);
      const pending = pendingError(this.#backoff);
      if (pending !== undefined) throw pending;
      if (await store.acquireGrantLease({ appid, openid, version, leaseMilliseconds }))
        return await this.#refreshAlone(grant, cause);
      if (clock.now() > lastMoment)
        throw new HubError("token_unavailable", { detail: "a refresh takes long", retryAfterSeconds: 1 });
      await clock.sleep(busyPauseMilliseconds);
    }
    return this.#serve(await this.#find(openid));
  }

  async #refreshAlone(grant: ObservedGrant, cause: RefreshCause): Promise<ServedUserToken> {
    const { store, sealer, platform, observe } = this.#parts;
    const { openid } = grant;
    const refreshToken = this.#opened(grant, () =>
      openUserToken(sealer, "user_refresh_token", grant, grant.refreshCiphertext),
    );
    const result = await platform.refresh(refreshToken);
    if (result.outcome === "ended") throw await this.#endConsent(grant, cause);
    if (result.outcome === "failed") {
      // One of many that fail at the same time is enough to know.
      if (pendingError(this.#backoff) === undefined) this.#backoff.failed(result.error);
      observe({ kind: "refresh_failed", openid, error: result.error.type });
      // Should it not work, the lease runs out by itself.
      await store.releaseGrantLease(grant).catch(() => undefined);
      throw result.error;
    }
    this.#backoff.succeeded();
    return await this.#storeRefreshed(grant, result.token, cause);
  }

  async #storeRefreshed(
    { appid, openid, version }: ObservedGrant,
    { accessToken, expiresInSeconds, askedAt }: FreshToken,
    { reason, actor }: RefreshCause,
  ): Promise<ServedUserToken> {
    const { store, sealer, clock, observe } = this.#parts;
    const stored = await store.storeRefreshed({
      appid,
      openid,
      version,
      accessCiphertext: sealUserToken(sealer, "user_access_token", { appid, openid }, accessToken),
      age: clock.now() - askedAt,
      expiresInSeconds,
    });
    // A newer consent wins, and what was forgotten stays forgotten.
    if (stored === undefined) return this.#serve(await this.#find(openid));
    observe({ kind: "user_token_refreshed", openid, version: stored.version, reason, actor });
    return this.#serve(stored);
  }

  /** @returns what to throw */
  async #endConsent(
    { appid, openid, version, consent }: ObservedGrant,
    { reason }: RefreshCause,
  ): Promise<HubError> {
    const { store, observe } = this.#parts;
    const isTokenDead = reason === "report";
    const isKnown = consent === "required" && !isTokenDead;
    if (!isKnown && (await store.endConsent({ appid, openid, version, isTokenDead })))
      observe({ kind: "consent_required", openid });
    return new HubError("consent_required", { detail: "the user's refresh token no longer works" });
  }

  /** The platform gives these tokens once: a store that is away for a moment must not lose them. */
  async #keep({ openid, accessToken, refreshToken, expiresInSeconds, askedAt }: KeptTokens) {
    const { application, store, sealer, clock } = this.#parts;
    const key = { appid: application.appid, openid };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store.putGrant({
          ...key,
          accessCiphertext: sealUserToken(sealer, "user_access_token", key, accessToken),
          refreshCiphertext: sealUserToken(sealer, "user_refresh_token", key, refreshToken),
          age: clock.now() - askedAt,
          expiresInSeconds,
          consentSeconds: application.consentSeconds,
        });
      } catch (error) {
        if (attempt === storeAttempts) throw error;
        await clock.sleep(storePauseMilliseconds * attempt);
      }
    }
  }

  /** @throws HubError `consent_required` when nothing is kept for this user */
  async #find(openid: string): Promise<ObservedGrant> {
    const grant = await this.#parts.store.findGrant({ appid: this.#parts.application.appid, openid });
    if (grant === undefined)
      throw new HubError("consent_required", { detail: "no tokens are kept for this user" });
    return grant;
  }

  #serve(grant: ObservedGrant): ServedUserToken {
    return this.#opened(grant, () => serveGrant(this.#parts.sealer, grant));
  }

  /** @throws HubError `token_unavailable` for what no key at hand opens */
  #opened<Opened>({ openid }: ObservedGrant, open: () => Opened): Opened {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      this.#parts.observe({ kind: "unreadable_grant", openid });
      throw new HubError("token_unavailable", { detail: error.message });
    }
  }
}

type KeptTokens = FreshToken & { readonly openid: string; readonly refreshToken: string };
