const longestMarginMilliseconds = 300_000;

/**
 * How long before its end a token is renewed: five minutes, at most a quarter of its lifetime, and 10 % more or
 * less by chance so that many processes do not come at once.
 */
export function renewalMargin(lifetimeMilliseconds: number): number {
  return Math.min(longestMarginMilliseconds, lifetimeMilliseconds / 4) * (0.9 + Math.random() * 0.2);
}
