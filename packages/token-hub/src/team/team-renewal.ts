import { RenewalBackoff, SingleFlight } from "@survey-open-platform/sdk/renewal";
import type { ApplicationConfig } from "../config.ts";
import { HubError, pendingError, toHubError } from "../errors.ts";
import type { ApplicationStatus } from "./application-status.ts";
import { waitAtMost, type Clock } from "../clock.ts";
import { describeHeld, serveToken, type HeldToken } from "./held-token.ts";
import {
  attemptRenewal,
  type AttemptDependencies,
  type AttemptResult,
  type DatedRecord,
} from "./renewal-attempt.ts";
import type { RenewalEvent, RenewalReason } from "./renewal-event.ts";
import type { Actor, DeadTokenReport, ServedToken, TokenChange } from "./served-token.ts";
import { TokenHolder } from "./token-holder.ts";
import type { TokenPlatform } from "./token-platform.ts";
import type { TokenRecords } from "./token-records.ts";

/** How long callers who have a good token wait for the next one. */
const patienceMilliseconds = 1_000;
/** How long callers without one wait. */
const longestWaitMilliseconds = 25_000;
const busyPauseMilliseconds = 100;
/** Attempts of one renewal that do not come to a token, before it is given up for a while. */
const longestRenewal = { lost: 3, others: 200 };
/** A token this close to its end was not overridden by another program when it is dead. */
const endMilliseconds = 2_000;

/** What proxied calls pass: a renewal shuts it, so that no call is sent with a token that is about to die. */
export interface RenewalGate {
  /** Holds new calls back; with `drain` it resolves when running ones have ended, or after a limit. */
  shut(options: { readonly drain: boolean }): Promise<void>;
  open(): void;
}

/** What an application's renewal is put together from. */
export interface TeamRenewalDependencies {
  readonly application: ApplicationConfig;
  readonly records: TokenRecords;
  readonly platform: TokenPlatform;
  readonly clock: Clock;
  readonly gate: RenewalGate;
  readonly limits: AttemptDependencies["limits"];
  readonly observe: (event: RenewalEvent) => void;
  /** From 0 up to 1; for the jitter. */
  readonly random: () => number;
}

interface RenewalCause {
  readonly newerThan: number;
  readonly reason: RenewalReason;
  readonly actor: Actor;
}

/** One application's team token: served from memory, renewed in time and on reports, one renewal at a time. */
export class TeamRenewal {
  readonly #parts: TeamRenewalDependencies;
  readonly #backoff: RenewalBackoff<HubError>;
  readonly #tokens: TokenHolder;
  readonly #stopping = new AbortController();
  readonly #renewals: SingleFlight<HeldToken>;
  /** Looks at whether a reported version is dead. */
  readonly #probes: SingleFlight<ServedToken>;
  #foreignRenewals = 0;
  /** Until when a foreign refresher keeps the hub from renewing. */
  #heldBackUntil = 0;

  constructor(parts: TeamRenewalDependencies) {
    this.#parts = parts;
    this.#backoff = new RenewalBackoff({ now: () => parts.clock.now() });
    this.#tokens = new TokenHolder(parts);
    const now = () => parts.clock.now();
    this.#renewals = new SingleFlight({ now });
    this.#probes = new SingleFlight({ now });
  }

  /** The token, when nothing has to be waited for. */
  tokenAtOnce(): ServedToken | undefined {
    if (this.#renewals.current !== undefined) return undefined;
    const held = this.#tokens.usable();
    return held && serveToken(held, this.#parts.clock.now());
  }

  /** @throws HubError */
  async token(): Promise<ServedToken> {
    const held = await this.#patiently();
    if (held !== undefined) return serveToken(held, this.#parts.clock.now());
    const reason = this.#tokens.held === undefined ? "first" : "expired";
    return await this.#renewed({ newerThan: this.#tokens.version, reason, actor: "hub" });
  }

  /** A good token: the next one, if it comes within a moment, or the present one for as long as it is good. */
  async #patiently(): Promise<HeldToken | undefined> {
    const flight = this.#renewals.current;
    const isYoung =
      flight !== undefined && this.#parts.clock.now() - flight.startedAt <= patienceMilliseconds;
    if (!isYoung || this.#tokens.usable() === undefined) return this.#tokens.usable();
    return await waitAtMost(patienceMilliseconds, flight.promise).catch(() => this.#tokens.usable());
  }

  /** @throws HubError */
  async report(report: DeadTokenReport): Promise<ServedToken> {
    const { version } = report;
    const usable = this.#tokens.usable();
    if (usable !== undefined && usable.version > version) return serveToken(usable, this.#parts.clock.now());
    const renewal = this.#renewals.current;
    if (renewal !== undefined) {
      const held = await waitAtMost(longestWaitMilliseconds, renewal.promise);
      // It may have begun before the version that is reported was there.
      if (held.version > version) return serveToken(held, this.#parts.clock.now());
    }
    // A probe that began before the report may have found the token alive before it died.
    return await this.#probes.run(
      () => this.#startProbe(report),
      (token, startedAfterCall) => startedAfterCall || token.version > version,
    );
  }

  /** @throws HubError */
  async rotate(actor: Actor): Promise<ServedToken> {
    this.#heldBackUntil = 0;
    this.#backoff.succeeded();
    const { record } = await this.#refresh();
    return await this.#renewed({ newerThan: record.version, reason: "operator", actor });
  }

  /** @returns how to stop */
  watch(listener: (change: TokenChange) => void): () => void {
    return this.#tokens.watch(listener);
  }

  /** Reads the current record, and renews if it says so. */
  observe(dated: DatedRecord): void {
    this.#adopt(dated);
    const reason = this.#reasonToRenew(dated);
    if (reason === undefined || this.#refusalNow() !== undefined || this.#stopping.signal.aborted) return;
    const newerThan = reason === "doubt" ? -1 : this.#tokens.version;
    // Callers that wait get the error; without callers it is only recorded.
    this.#startRenewal({ newerThan, reason, actor: "hub" }).catch(() => undefined);
  }

  describe(): ApplicationStatus {
    const now = this.#parts.clock.now();
    const isHeldBack = this.#heldBackUntil > now;
    return {
      appid: this.#parts.application.appid,
      ...describeHeld(this.#tokens.held, now),
      ...(this.#tokens.usable() === undefined && { expiresInSeconds: 0 }),
      ...(isHeldBack && { renewsInSeconds: undefined }),
      isRenewing: this.#renewals.current !== undefined,
      isInDoubt: this.#tokens.isInDoubt,
      problem: pendingError(this.#backoff)?.message,
      foreignRenewals: this.#foreignRenewals,
      isHeldBack,
    };
  }

  /** Begins nothing new; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#renewals.current?.promise.catch(() => undefined);
  }

  /** A renewal for waiting callers, unless it is too early to ask again. */
  async #renewed(cause: RenewalCause): Promise<ServedToken> {
    for (;;) {
      const refusal = this.#renewals.current === undefined ? this.#refusalNow() : undefined;
      if (refusal !== undefined) throw refusal;
      const held = await waitAtMost(longestWaitMilliseconds, this.#startRenewal(cause));
      // One that was under way may have been content with less.
      if (held.version > cause.newerThan) return serveToken(held, this.#parts.clock.now());
    }
  }

  #refusalNow(): HubError | undefined {
    const left = this.#heldBackUntil - this.#parts.clock.now();
    if (left <= 0) return pendingError(this.#backoff);
    const retryAfterSeconds = Math.min(60, Math.max(1, Math.ceil(left / 1000)));
    return new HubError("foreign_refresher", { retryAfterSeconds });
  }

  #reasonToRenew({ record }: DatedRecord): RenewalReason | undefined {
    if (this.#renewals.current !== undefined) return undefined;
    if (record.inDoubt !== null) return record.leaseLeftMilliseconds > 0 ? undefined : "doubt";
    if (record.version === 0) return "first";
    const { held } = this.#tokens;
    return held !== undefined && this.#parts.clock.now() >= held.renewAt ? "due" : undefined;
  }

  async #startRenewal(cause: RenewalCause): Promise<HeldToken> {
    return await this.#renewals.run(() => this.#renew(cause).finally(() => this.#parts.gate.open()));
  }

  /** Attempts until there is a newer token, from any hub, or until none can be got. */
  async #renew(cause: RenewalCause): Promise<HeldToken> {
    const startedAt = this.#parts.clock.now();
    const failures = { lost: 0, others: 0 };
    for (;;) {
      const result = await attemptRenewal(this.#attemptParts(), cause.newerThan);
      const held = this.#accept(result, cause, startedAt);
      if (held !== undefined) return held;
      failures[result.outcome === "lost" ? "lost" : "others"] += 1;
      const isOver = failures.lost >= longestRenewal.lost || failures.others >= longestRenewal.others;
      const error = failureOf(result, isOver || this.#stopping.signal.aborted);
      if (error !== undefined) throw this.#noted(error, result, cause);
      if (result.outcome !== "lost") await this.#waitForOther(result);
    }
  }

  #attemptParts(): AttemptDependencies {
    const { records, platform, clock, limits, gate } = this.#parts;
    const drain = this.#tokens.isAlive;
    return { records, platform, clock, limits, beforeMint: () => gate.shut({ drain }) };
  }

  /** Takes over what an attempt found or made. @returns undefined when that is nothing newer */
  #accept(result: AttemptResult, cause: RenewalCause, startedAt: number): HeldToken | undefined {
    const { outcome, seen, minted } = result;
    if (seen === undefined || (outcome !== "newer" && outcome !== "minted")) return undefined;
    this.#adopt(seen, minted?.accessToken);
    this.#backoff.succeeded();
    if (minted !== undefined) {
      const { reason, actor } = cause;
      const milliseconds = Math.round(this.#parts.clock.now() - startedAt);
      this.#parts.observe({ kind: "minted", version: seen.record.version, reason, actor, milliseconds });
    }
    const { held } = this.#tokens;
    if (held === undefined || held.version <= Math.max(0, cause.newerThan)) {
      const detail =
        "the stored token cannot be opened with the keys at hand; token-hub rotate makes a new one";
      throw this.#noted(new HubError("token_unavailable", { detail }), result, cause);
    }
    return held;
  }

  #noted(error: HubError, { outcome }: AttemptResult, { reason }: RenewalCause): HubError {
    this.#backoff.failed(error);
    this.#parts.observe({ kind: "mint_failed", error: error.type, outcome, reason });
    return pendingError(this.#backoff) ?? error;
  }

  /** Another hub mints, or took over: its lease is waited for, and its token is looked for in between. */
  async #waitForOther({ seen }: AttemptResult): Promise<void> {
    await this.#parts.gate.shut({ drain: false });
    const left = seen?.record.leaseLeftMilliseconds ?? 0;
    const pause = left > 0 ? Math.min(left + 1, busyPauseMilliseconds) : 10;
    await this.#parts.clock.sleep(pause, this.#stopping.signal);
  }

  async #refresh(): Promise<DatedRecord> {
    const readAt = this.#parts.clock.now();
    try {
      const dated = { record: await this.#parts.records.read(), readAt };
      this.#adopt(dated);
      return dated;
    } catch (error) {
      throw toHubError(error);
    }
  }

  #adopt(dated: DatedRecord, minted?: string): void {
    if (this.#tokens.adopt(dated, minted)) this.#heldBackUntil = 0;
  }

  /** Throws at once what the report's own check throws: a probe that others join must not fail for it. */
  #startProbe(report: DeadTokenReport): Promise<ServedToken> {
    report.beforeProbe?.();
    return this.#verify(report);
  }

  async #verify({ version, actor }: DeadTokenReport): Promise<ServedToken> {
    const before = await this.#refresh();
    const { clock, observe } = this.#parts;
    const held = this.#tokens.usable();
    if (held !== undefined && held.version !== version) return serveToken(held, clock.now());
    const cause = { newerThan: this.#tokens.version, reason: "report", actor } as const;
    if (held === undefined || before.record.inDoubt !== null) return await this.#renewed(cause);
    const result = await this.#parts.platform.probe(held.accessToken);
    if (result === "unknown")
      throw new HubError("upstream_unavailable", {
        detail: "a reported token could not be probed",
        retryAfterSeconds: 1,
      });
    if (result === "alive") {
      observe({ kind: "unfounded_report", version, actor });
      return serveToken(held, clock.now());
    }
    this.#tokens.recordDead(version);
    observe({ kind: "confirmed_report", version, actor });
    return await this.#replaceDead(held, actor);
  }

  /** A token that is verified dead: of no hub's doing, unless there is a newer one or a mint under way by now. */
  async #replaceDead(dead: HeldToken, actor: Actor): Promise<ServedToken> {
    const { record } = await this.#refresh();
    const newer = this.#tokens.usable();
    if (newer !== undefined) return serveToken(newer, this.#parts.clock.now());
    const isForeign =
      record.inDoubt === null &&
      record.version === dead.version &&
      dead.expiresAt - this.#parts.clock.now() > endMilliseconds;
    if (isForeign) this.#recordForeigner(dead, actor);
    return await this.#renewed({ newerThan: dead.version, reason: isForeign ? "foreign" : "report", actor });
  }

  #recordForeigner({ version, renewAt }: HeldToken, actor: Actor): void {
    const { foreignRefresher: policy } = this.#parts.application;
    this.#foreignRenewals += 1;
    this.#parts.observe({ kind: "foreign_refresher", version, actor, policy });
    if (policy === "yield") this.#heldBackUntil = renewAt;
    if (policy === "freeze") this.#heldBackUntil = Infinity;
  }
}

/** The error of a failed attempt; undefined when another one makes sense at once. */
function failureOf({ outcome, error }: AttemptResult, isOver: boolean): HubError | undefined {
  if (outcome === "declined" || outcome === "store_failed" || error?.type === "mint_budget_exhausted")
    return error ?? new HubError("token_unavailable");
  if (!isOver) return undefined;
  return (
    error ?? new HubError("token_unavailable", { detail: "no renewal came to an end", retryAfterSeconds: 1 })
  );
}
