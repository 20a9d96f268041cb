import { timingSafeEqual } from "node:crypto";
import { type Logger, type Sealer } from "@survey-open-platform/service";
import { HubError } from "../errors.ts";
import type { FetchCall } from "../http/endpoint.ts";
import { announcedBytes, noBody, readBody } from "../http/request-body.ts";
import type { StoredCaller } from "../store/caller-table.ts";
import type { HubStore } from "../store/store.ts";
import { readAuthorization, signatureScheme, type Authorization } from "./authorization-header.ts";
import { newCallerSecret } from "./caller-credentials.ts";
import { callerWith } from "./caller-rights.ts";
import type { Caller, CallerAuthenticator, ProvingRequest } from "./caller.ts";
import { HmacKey } from "./hmac-key.ts";
import { ReportBudgets } from "./report-budget.ts";
import { signatureOf } from "./request-signature.ts";
import { UnverifiedBodies } from "./unverified-bodies.ts";
import { UsedSignatures } from "./used-signatures.ts";

/** How old a signature may be. */
const windowSeconds = 60;
/** How far a caller's clock may run ahead: what is signed for later could be sent again after a restart until then. */
const aheadSeconds = 5;
/** How long the store remembers a signature; much longer than clocks of hubs differ. */
const rememberedMilliseconds = 600_000;

/** How much of bodies is held for one caller before their signatures can be checked. */
const unverifiedBytesPerCaller = 16 * 1024 * 1024;

/** What the directory works with. */
export interface CallerDirectoryDependencies {
  readonly store: Pick<HubStore, "listCallers" | "resealCallerSecret" | "claimSignature">;
  readonly sealer: Sealer;
  readonly log: Pick<Logger, "error">;
  /** Milliseconds since 1970; `Date.now` unless given. */
  readonly wallClock?: () => number;
  /** Milliseconds on a clock that only moves forward; `performance.now` unless given. */
  readonly now?: () => number;
}

type SignedAuthorization = Extract<Authorization, { readonly kind: "signed" }>;

interface KnownCaller {
  readonly caller: Caller;
  readonly secret: string;
  /** Of the secret, for signatures. */
  readonly key: HmacKey;
  readonly sealed: string;
  readonly reportsPerMinute: number;
}

/** What a caller's sealed secret is bound to. */
export function secretContext(callerId: string): string {
  return `caller_secret:${callerId}`;
}

/**
 * Callers by id, in memory, so that a request costs no look-up. Empty until the first refresh; callers that were added
 * or revoked elsewhere are known from the next refresh on.
 */
export class CallerDirectory implements CallerAuthenticator {
  readonly #parts: CallerDirectoryDependencies;
  readonly #wallClock: () => number;
  readonly #budgets: ReportBudgets;
  readonly #used = new UsedSignatures(windowSeconds);
  readonly #bodies = new UnverifiedBodies(unverifiedBytesPerCaller);
  /**
   * Nothing is remembered of what was taken before, so what was signed before is not taken: it may come again. On a clock that was set
   * back since, the start is the present.
   */
  #startedAt: number;
  /** Used for unknown callers, so that refusing them takes as long as refusing a known one. */
  readonly #unknown: KnownCaller;
  /** Callers whose secret cannot be decrypted, each logged once. */
  readonly #closed = new Set<string>();
  /** Once a start: while keys are exchanged hub by hub, hubs that seal with different ones would take turns. */
  #hasResealed = false;
  #refreshes = 0;
  /** The number of the refresh that read the known callers. */
  #latest = 0;
  #known: ReadonlyMap<string, KnownCaller> = new Map();

  constructor(parts: CallerDirectoryDependencies) {
    this.#parts = parts;
    this.#wallClock = parts.wallClock ?? Date.now;
    this.#budgets = new ReportBudgets(parts.now ?? (() => performance.now()));
    this.#startedAt = this.#seconds();
    const secret = newCallerSecret();
    this.#unknown = {
      caller: callerWith("", "", []),
      secret,
      key: new HmacKey(secret),
      sealed: "",
      reportsPerMinute: 1,
    };
  }

  async authenticate(request: ProvingRequest, body: Uint8Array): Promise<Caller> {
    const authorization = this.#authorizationOf(request);
    const caller = this.#check(authorization, request, body);
    if (authorization.kind === "signed" && !isRead(request)) await this.#claimForAll(authorization);
    return caller;
  }

  authenticateRead(request: ProvingRequest): Caller {
    if (!isRead(request)) throw new Error(`${request.method} is no read`);
    return this.#check(this.#authorizationOf(request), request, noBody);
  }

  async signedBody(call: FetchCall, mostBytes: number): Promise<Uint8Array | undefined> {
    const authorization = this.#authorizationOf(call);
    if (authorization.kind === "bearer") return undefined;
    const { callerId, time } = authorization;
    if (!this.#known.has(callerId)) throw this.#refusal("unknown caller", callerId);
    this.#checkTime(time, callerId);
    const bytes = announcedBytes(call.request, mostBytes);
    return await this.#bodies.read(callerId, bytes, () => readBody(call.request, mostBytes));
  }

  admit(callerId: string, secret: string): Caller {
    const known = this.#known.get(callerId);
    const isRight = isSameSecret(secret, (known ?? this.#unknown).secret);
    if (known === undefined || !isRight) throw this.#refusal("unknown caller or wrong secret", callerId);
    return known.caller;
  }

  find(callerId: string): Caller | undefined {
    return this.#known.get(callerId)?.caller;
  }

  consumeReport({ id }: Caller): void {
    const retryAfterSeconds = this.#budgets.take(id, this.#known.get(id)?.reportsPerMinute ?? 1);
    if (retryAfterSeconds === 0) return;
    throw new HubError("request_rate_limited", { retryAfterSeconds, detail: `budget of reports of ${id}` });
  }

  /** Reads all callers; on failure the known ones stay. @throws `DatabaseUnavailableError` */
  async refresh(): Promise<void> {
    this.#refreshes += 1;
    const number = this.#refreshes;
    const stored = await this.#parts.store.listCallers();
    // One that took long must not bring back whom a later one has seen revoked.
    if (number < this.#latest) return;
    this.#latest = number;
    const known = stored.filter(({ revokedAt }) => revokedAt === null).flatMap((one) => this.#open(one));
    this.#known = new Map(known.map((one) => [one.caller.id, one]));
    if (!this.#hasResealed) for (const one of known) await this.#reseal(one);
    this.#hasResealed = true;
  }

  #authorizationOf({ authorization: header }: ProvingRequest): Authorization {
    const authorization = readAuthorization(header);
    if (authorization === undefined) throw this.#refusal("no Authorization of a known form", "");
    return authorization;
  }

  #check(authorization: Authorization, request: ProvingRequest, body: Uint8Array): Caller {
    return authorization.kind === "bearer"
      ? this.admit(authorization.callerId, authorization.secret)
      : this.#checkSigned(authorization, request, body);
  }

  /** What a process remembers is gone when it restarts, and no other hub knows of it (RFC 9421, section 7.2.2). */
  async #claimForAll({ signature, callerId }: SignedAuthorization): Promise<void> {
    const use = { signature: signature.toString("base64url"), keepMilliseconds: rememberedMilliseconds };
    if (!(await this.#parts.store.claimSignature(use)))
      throw this.#refusal("a signature that another hub took, or this one before it restarted", callerId);
  }

  #checkSigned(
    { callerId, time, nonce, signature }: SignedAuthorization,
    { method, target }: ProvingRequest,
    body: Uint8Array,
  ): Caller {
    const known = this.#known.get(callerId);
    const parts = { time, nonce, method, target, body };
    const isRight = timingSafeEqual(signatureOf((known ?? this.#unknown).key, parts), signature);
    if (known === undefined || !isRight) throw this.#refusal("unknown caller or wrong signature", callerId);
    const now = this.#checkTime(time, callerId);
    if (!this.#used.take(signature, time, now))
      throw this.#refusal("a signature that was taken before", callerId);
    return known.caller;
  }

  /** @returns the present, in seconds since 1970 */
  #checkTime(time: number, callerId: string): number {
    const now = this.#seconds();
    if (now < this.#startedAt) this.#startedAt = now;
    const isInTime = now - time <= windowSeconds && time - now <= aheadSeconds;
    const isFresh = isInTime && time >= this.#startedAt;
    if (!isFresh)
      throw this.#refusal(`signed ${now - time} seconds ago, or before this hub started`, callerId);
    return now;
  }

  /** One response for every reason; the log knows which. It has the time, so that a wrong clock can be corrected. */
  #refusal(detail: string, claimedName: string): HubError {
    const headers = {
      date: new Date(this.#wallClock()).toUTCString(),
      "www-authenticate": `${signatureScheme}, Bearer`,
    };
    return new HubError("invalid_caller", { detail, headers, claimedName });
  }

  #seconds(): number {
    return Math.floor(this.#wallClock() / 1000);
  }

  #open(stored: StoredCaller): readonly KnownCaller[] {
    const { id, name, rights, secretCiphertext: sealed, reportsPerMinute } = stored;
    const before = this.#known.get(id);
    const caller = callerWith(id, name, rights);
    try {
      if (before?.sealed === sealed) return [{ ...before, caller, reportsPerMinute }];
      const secret = this.#parts.sealer.open(sealed, secretContext(id));
      return [{ caller, secret, key: new HmacKey(secret), sealed, reportsPerMinute }];
    } catch {
      // One secret that does not open must not keep the others out.
      if (!this.#closed.has(sealed)) this.#parts.log.error({ caller: id }, "a caller's secret does not open");
      this.#closed.add(sealed);
      return [];
    }
  }

  /** What was sealed with a key that is to go gets sealed with the current one. */
  async #reseal({ caller: { id }, secret, sealed: before }: KnownCaller): Promise<void> {
    const { sealer, store } = this.#parts;
    if (sealer.isCurrent(before)) return;
    await store.resealCallerSecret({ id, before, after: sealer.seal(secret, secretContext(id)) });
  }
}

function isRead({ method }: ProvingRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Takes as long wherever two secrets differ. All secrets have one length, so that it tells nothing; hashing both first
 * would cost as much as all the rest of reading a token.
 */
function isSameSecret(given: string, known: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)];
  return one.length === other.length && timingSafeEqual(one, other);
}
