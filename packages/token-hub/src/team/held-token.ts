import type { DatedRecord } from "./renewal-attempt.ts";
import type { ServedToken } from "./served-token.ts";

/** The newest token that this process knows of. Times are milliseconds on the monotonic clock. */
export interface HeldToken {
  readonly accessToken: string;
  readonly version: number;
  readonly fingerprint: string;
  readonly mintedAt: number;
  readonly renewAt: number;
  readonly expiresAt: number;
}

/** How long before its end a token is renewed, and what chance adds. */
export interface RenewalMargin {
  readonly seconds: number;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/**
 * Translates what the store's clock says of a token's age to the monotonic clock. The age was taken after the
 * question was asked, so that the token ends here no later than it really does.
 */
export function holdToken(
  { record, readAt }: DatedRecord,
  accessToken: string,
  margin: RenewalMargin,
): HeldToken {
  const { version, fingerprint, ageMilliseconds, expiresInSeconds } = record;
  const mintedAt = readAt - Math.max(0, ageMilliseconds);
  const lifetime = expiresInSeconds * 1000;
  const expiresAt = mintedAt + lifetime;
  const renewAt = expiresAt - marginOf(lifetime, margin);
  return { accessToken, version, fingerprint, mintedAt, renewAt, expiresAt };
}

/** At most a quarter of the lifetime, and 10 % more or less by chance, so that hubs do not come all at once. */
function marginOf(lifetimeMilliseconds: number, { seconds, random }: RenewalMargin): number {
  return Math.min(seconds * 1000, lifetimeMilliseconds / 4) * (0.9 + random() * 0.2);
}

/** The token as it is returned at a moment; its lifetime is at least one second, because clients expect a positive one. */
export function serveToken({ accessToken, version, expiresAt }: HeldToken, now: number): ServedToken {
  return { accessToken, version, expiresInSeconds: Math.max(1, Math.floor((expiresAt - now) / 1000)) };
}

/** What may be shown of a token. Times are in whole seconds. */
export function describeHeld(held: HeldToken | undefined, now: number) {
  if (held === undefined)
    return { version: 0, fingerprint: "", ageSeconds: 0, expiresInSeconds: 0, renewsInSeconds: undefined };
  const { version, fingerprint, mintedAt, expiresAt, renewAt } = held;
  return {
    version,
    fingerprint,
    ageSeconds: wholeSeconds(now - mintedAt),
    expiresInSeconds: wholeSeconds(expiresAt - now),
    renewsInSeconds: wholeSeconds(renewAt - now),
  };
}

function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds / 1000));
}
