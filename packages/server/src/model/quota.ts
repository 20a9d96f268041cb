/** What is left of a number of requests that come back evenly. */
export interface Quota {
  /** Requests at once. */
  readonly limit: number;
  /** Requests that can be made right now. */
  readonly remaining: number;
  /** Seconds until all of them can be made again. */
  readonly wholeInSeconds: number;
}

/**
 * The headers that tell a program its quota. No standard names them; `X-RateLimit-…` is what clients look for. The reset is in
 * seconds and not a time, as in `Retry-After`, so that no clocks have to agree.
 */
export function quotaHeaders({ limit, remaining, wholeInSeconds }: Quota): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": String(wholeInSeconds),
  };
}
