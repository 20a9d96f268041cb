/** The part of `fetch` that this package uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where the platform is, and what the runtime lends for speaking with it. Every verb takes one. */
export interface Platform {
  /** Address of the API, such as `https://platform.example`; may have a path. */
  readonly baseUrl: string;
  /** Address of the authorization page; `baseUrl` unless given. */
  readonly authUrl?: string | undefined;
  /**
   * Secrets and tokens travel in addresses, so anything but `https:` is refused unless the host is this machine.
   * `true` allows `http:` elsewhere: for a closed network only.
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /**
   * Which HTTP status refusals have, for proxies and monitors on the way: one that fits the error, or 200. Left to the platform unless
   * given; this package decides by the envelope.
   */
  readonly errorStatus?: "ok" | "semantic" | undefined;
  /** Instead of the runtime's own `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds that one request may take, its response included; 10,000 unless given. */
  readonly timeoutMilliseconds?: number | undefined;
  /** How often a read is tried when the platform cannot be reached; 3 unless given. */
  readonly readAttempts?: number | undefined;
  /** How long a refresh token lives in seconds, which no response says; 30 days unless given. */
  readonly refreshTokenLifetimeSeconds?: number | undefined;
  /** A clock in milliseconds that only moves forward; `performance.now` unless given. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds since 1970, for what is kept longer than a process runs; `Date.now` unless given. */
  readonly wallClock?: (() => number) | undefined;
  /** Waits; the promise is only ever raced against the caller's signal, so it need not know of one. */
  readonly sleep?: ((milliseconds: number) => Promise<void>) | undefined;
}

/** The platform's forward-moving clock, in milliseconds. */
export function monotonicNow(platform: Platform): number {
  return platform.now?.() ?? performance.now();
}

/** Milliseconds since 1970. */
export function wallClockNow(platform: Platform): number {
  return platform.wallClock?.() ?? Date.now();
}
