import type { ApplicationConfig } from "../config.ts";
import { SealError } from "@survey-open-platform/service";
import type { Clock } from "../clock.ts";
import { holdToken, serveToken, type HeldToken } from "./held-token.ts";
import type { DatedRecord } from "./renewal-attempt.ts";
import type { RenewalEvent } from "./renewal-event.ts";
import type { ServedToken, TokenChange } from "./served-token.ts";
import type { TokenRecords } from "./token-records.ts";

/** What is left of a token that is no use to anybody any more. */
const lastMomentMilliseconds = 1_000;

/** What a holder is put together from. */
export interface TokenHolderDependencies {
  readonly application: ApplicationConfig;
  readonly records: Pick<TokenRecords, "open">;
  readonly clock: Clock;
  readonly observe: (event: RenewalEvent) => void;
  /** From 0 up to 1; for the jitter. */
  readonly random: () => number;
}

/** The newest token that this process knows of, taken over from the records that it sees. */
export class TokenHolder {
  readonly #parts: TokenHolderDependencies;
  readonly #watchers = new Set<(change: TokenChange) => void>();
  #held: HeldToken | undefined;
  /** The newest version that is known to be dead. */
  #deadVersion = 0;
  /** A stored token that no key at hand opens. */
  #unreadable = "";
  #isInDoubt = false;

  constructor(parts: TokenHolderDependencies) {
    this.#parts = parts;
  }

  /** The newest one, good or not. */
  get held(): HeldToken | undefined {
    return this.#held;
  }

  /** Its version; 0 while there is none. */
  get version(): number {
    return this.#held?.version ?? 0;
  }

  /** Whether a marker stood in the record that was seen last. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /** The newest one, if it can be handed out: neither known to be dead nor at its end. */
  usable(): HeldToken | undefined {
    const held = this.#held;
    if (held === undefined || held.version <= this.#deadVersion) return undefined;
    return held.expiresAt - this.#parts.clock.now() > lastMomentMilliseconds ? held : undefined;
  }

  /** Whether the platform may still accept it, also in its last second, when it is handed out no more. */
  get isAlive(): boolean {
    const held = this.#held;
    return held !== undefined && held.version > this.#deadVersion && held.expiresAt > this.#parts.clock.now();
  }

  recordDead(version: number): void {
    this.#deadVersion = Math.max(this.#deadVersion, version);
  }

  /** @returns how to stop */
  watch(listener: (change: TokenChange) => void): () => void {
    const added = (change: TokenChange): void => listener(change);
    this.#watchers.add(added);
    return () => void this.#watchers.delete(added);
  }

  /**
   * Takes a record's token over if it is newer than the one that is held.
   *
   * @param minted the token itself, when this process had it minted
   * @returns whether it was
   */
  adopt(dated: DatedRecord, minted?: string): boolean {
    const { record } = dated;
    this.#isInDoubt = record.inDoubt !== null;
    if (record.version <= this.version) return false;
    const accessToken = minted ?? this.#open(dated);
    if (accessToken === undefined) return false;
    const { application, random, observe, clock } = this.#parts;
    const held = holdToken(dated, accessToken, { seconds: application.renewalMarginSeconds, random });
    this.#held = held;
    if (minted === undefined) observe({ kind: "adopted", version: record.version });
    this.#tell(serveToken(held, clock.now()));
    return true;
  }

  /** News is an optimisation: a listener that fails must not make a renewal fail. */
  #tell({ version, expiresInSeconds }: ServedToken): void {
    for (const listener of this.#watchers) {
      try {
        listener({ version, expiresInSeconds });
      } catch {
        this.#watchers.delete(listener);
      }
    }
  }

  #open({ record }: DatedRecord): string | undefined {
    try {
      return this.#parts.records.open(record);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      // It is read every second, and reported once.
      if (this.#unreadable !== record.ciphertext)
        this.#parts.observe({ kind: "unreadable_token", version: record.version });
      this.#unreadable = record.ciphertext;
      return undefined;
    }
  }
}
