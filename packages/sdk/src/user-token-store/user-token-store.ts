/** What an application keeps of one user's grant. Secret as a whole: it belongs on the server only. */
export interface UserTokens {
  readonly accessToken: string;
  /** Unix milliseconds at which it was asked for; without it the documented lifetime is assumed. */
  readonly accessTokenIssuedAt?: number | undefined;
  /** Unix milliseconds at which the access token ends. */
  readonly accessTokenExpiresAt: number;
  /** How the access token is sent: in the header for one of a sign-in by OpenID Connect, in the query unless given. */
  readonly tokenType?: "bearer" | undefined;
  /** From the exchange, and carried over to each new record; with `bearer` each refresh returns the next one. */
  readonly refreshToken: string;
  /** Unix milliseconds at which the refresh token ends. Fixed by the exchange; refreshing never moves it. */
  readonly refreshTokenExpiresAt: number;
}

/** A record as a store has it right now. */
export interface StoredValue<Value> {
  readonly value: Value;
  /** Changes with every write of the record, also of an equal value; means nothing but to `replace`. */
  readonly version: string;
}

/**
 * Where an application keeps users' tokens, one record per openid. An openid is good for one application:
 * two applications need two stores.
 *
 * Implement it over any database. `Value` is text when the store is put under `encryptedUserTokenStore`.
 */
export interface UserTokenStore<Value = UserTokens> {
  /** The record, or undefined if there is none. */
  get(openid: string): Promise<StoredValue<Value> | undefined>;
  /** Writes the record, whatever version is stored: for a user who has just consented. */
  put(openid: string, value: Value): Promise<void>;
  /**
   * Writes the record only if it is still the version that was seen, in one step; for a refresh, which must
   * neither undo a newer consent nor bring back what was deleted meanwhile.
   *
   * @returns whether it was written
   */
  replace(openid: string, value: Value, seenVersion: string): Promise<boolean>;
  /** Removes the record, if there is one. */
  delete(openid: string): Promise<void>;
  /**
   * Runs `work` with the lock of this openid, within the reach of the store: a process, a
   * machine, a cluster. It saves refreshes; that nothing is lost rests on `replace` alone, so a lock that is
   * now and then held twice does no harm. Not reentrant. `createKeyedLock` does it within a process.
   */
  withLock<Result>(openid: string, work: () => Promise<Result>): Promise<Result>;
}
