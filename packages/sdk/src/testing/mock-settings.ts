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
