/** What the hubs know in common about an application's token. */
export interface TokenRecord {
  /** Counts the tokens that were stored; 0 while there is none. */
  readonly version: number;
  /** Counts the leases, as a fencing token: only the holder of the latest may mint and store. */
  readonly epoch: number;
  /** Identifies the token without revealing it. */
  readonly fingerprint: string;
  /** The token, encrypted. */
  readonly ciphertext: string;
  /** When the minting was about to begin, in milliseconds UTC by the store's clock. */
  readonly mintedAt: number;
  readonly expiresInSeconds: number;
  /**
   * The epoch that is about to send a token request, or has sent one whose outcome is not stored. When that
   * epoch is over, the stored token may be dead.
   */
  readonly inDoubt: number | null;
}

/** A record as it was read, with what only the store's clock can tell. */
export interface ObservedRecord extends TokenRecord {
  /** How long the lease still runs, in milliseconds; 0 when there is none. */
  readonly leaseLeftMilliseconds: number;
  /** How long ago the token was minted, in milliseconds. */
  readonly ageMilliseconds: number;
}
