import type { PlatformZone } from "@survey-open-platform/surveys";

/** A leaky bucket: `burst` requests at once, refilled evenly at `perMinute`. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

/** The settings for codes, tokens and their limits. Lifetimes are in seconds. */
export interface StorePolicy {
  readonly authorizationCodeSeconds: number;
  readonly userAccessTokenSeconds: number;
  /** Of access tokens of OAuth. */
  readonly bearerTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  readonly teamAccessTokenSeconds: number;
  /** Token requests of one application. */
  readonly tokenRequests: RateLimit;
  /** Wrong secrets, unknown codes and unknown refresh tokens, each per appid and address of the caller. */
  readonly failedSecrets: RateLimit;
  /** The most bytes that all half-filled forms may have together. Default 1 GB. */
  readonly draftBytes?: number;
  /** Whether mails are written to the outbox. Default false. */
  readonly sendsMail?: boolean;
  /** Zone of the times in events. */
  readonly zone: PlatformZone;
}

/** Access tokens that one grant may have alive at a time; the oldest goes first. */
export const liveAccessTokensPerGrant = 10;

/** A code that comes back later than this after its exchange is taken for stolen, not for sent twice by accident. */
export const innocentReplaySeconds = 30;
