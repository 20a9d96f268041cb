import { createHash } from "node:crypto";
import type { Sealer } from "@survey-open-platform/service";
import type { ObservedRecord } from "../store/token-record.ts";
import type { HubStore } from "../store/store.ts";
import type { LeaseResult, MintBudget } from "../store/team-token-table.ts";

/** A token that was minted and not yet stored. */
export interface UnstoredToken {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
}

/** The store, as far as one application's token is concerned. @throws `DatabaseUnavailableError` from each */
export interface TokenRecords {
  read(): Promise<ObservedRecord>;
  acquire(epoch: number): Promise<LeaseResult>;
  mark(epoch: number): Promise<boolean>;
  /** @returns undefined when another hub has taken over */
  store(epoch: number, token: UnstoredToken): Promise<ObservedRecord | undefined>;
  releaseLease(epoch: number, keepMarker: boolean): Promise<boolean>;
  /** The token of a record. @throws `SealError` */
  open(record: ObservedRecord): string;
}

/** Whose records, and on which terms. */
export interface TokenRecordsOptions {
  readonly appid: string;
  readonly store: HubStore;
  readonly sealer: Sealer;
  readonly leaseMilliseconds: number;
  readonly budget: MintBudget;
}

/** The verbs of the store for one application, with its token encrypted on the way in and out. */
export function createTokenRecords(options: TokenRecordsOptions): TokenRecords {
  const { appid, store, sealer, leaseMilliseconds, budget } = options;
  const context = tokenContext(appid);
  return {
    async read() {
      const record = await store.findRecord(appid);
      if (record !== undefined) return record;
      await store.ensureRecord(appid);
      return await this.read();
    },
    acquire: (epoch) => store.acquireLease({ appid, epoch, leaseMilliseconds, budget }),
    mark: (epoch) => store.markInDoubt({ appid, epoch }),
    store: (epoch, { accessToken, expiresInSeconds }) =>
      store.storeToken({
        appid,
        epoch,
        fingerprint: fingerprintOf(accessToken),
        ciphertext: sealer.seal(accessToken, context),
        expiresInSeconds,
      }),
    releaseLease: (epoch, keepMarker) => store.releaseLease({ appid, epoch, keepMarker }),
    open: ({ ciphertext }) => sealer.open(ciphertext, context),
  };
}

/** What an application's token is sealed for. */
export function tokenContext(appid: string): string {
  return `team_token:${appid}`;
}

/** Identifies a token in logs and pages. Tokens are long and random, so the hash reveals nothing. */
export function fingerprintOf(accessToken: string): string {
  return createHash("sha256").update(accessToken).digest("base64url").slice(0, 12);
}
