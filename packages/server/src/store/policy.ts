/** A leaky bucket: `burst` requests at once, refilled evenly at `perMinute`. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

/** The settings that decide how the store's verbs behave. Lifetimes are in seconds. */
export interface StorePolicy {
  readonly authorizationCodeSeconds: number;
  readonly userAccessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly teamAccessTokenSeconds: number;
  /** Token requests of one application. */
  readonly tokenRequests: RateLimit;
  /** Wrong secrets, and counted apart unknown refresh tokens, per appid and caller's address. */
  readonly failedSecrets: RateLimit;
}

/** Access tokens that one grant may have alive at a time; the oldest goes first. */
export const liveAccessTokensPerGrant = 10;

/** A code that comes back later than this after its exchange was stolen rather than sent twice by accident. */
export const innocentReplaySeconds = 30;
