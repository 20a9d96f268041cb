import { hash, randomFillSync } from "node:crypto";

/**
 * The kinds of secret value that the platform hands out, each with its fixed prefix: a scanner can spot a
 * leaked one, and a value of the wrong kind is refused before the database is asked.
 */
export const tokenPrefixes = {
  authorizationCode: "sopc_",
  userAccessToken: "sopu_",
  refreshToken: "sopr_",
  teamAccessToken: "sopt_",
  secret: "sops_",
  /** Sent in a header (RFC 6750); those above are sent in the query. Neither kind is one in the place of the other. */
  bearerToken: "sopb_",
  /** Is replaced by a successor each time that it is used. */
  rotatingToken: "sopf_",
  teamBearerToken: "sopm_",
  /** A device asks with it whether its user has decided. */
  deviceCode: "sopd_",
} as const;

/** A kind of secret value. */
export type TokenKind = keyof typeof tokenPrefixes;

const randomByteCount = 24; // 192 bits, 32 characters

/** Random bytes are drawn many at a time, which costs hardly more than drawing a few; each is used once. */
const pool = Buffer.alloc(randomByteCount * 128);
let poolUsed = pool.length;

function randomText(): string {
  if (poolUsed === pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  const start = poolUsed;
  poolUsed += randomByteCount;
  const text = pool.toString("base64url", start, poolUsed);
  pool.fill(0, start, poolUsed);
  return text;
}

/**
 * Some kinds begin with when they were made, in base 36 of milliseconds, and so do their hashes. Rows of one commit are then beside
 * each other in an index: see docs/performance.md.
 */
const kindsWithTime: ReadonlySet<TokenKind> = new Set([
  "userAccessToken",
  "refreshToken",
  "bearerToken",
  "rotatingToken",
  "teamBearerToken",
]);
const timeLength = 8;
const prefixesWithTime = [...kindsWithTime].map((kind) => tokenPrefixes[kind]).join("|");
const withTime = new RegExp(`^(?:${prefixesWithTime})([\\da-z]{${timeLength}})[\\w-]{32}$`);
const lengthWithTime = tokenPrefixes.userAccessToken.length + timeLength + 32;

function timeText(): string {
  return Date.now().toString(36).slice(-timeLength).padStart(timeLength, "0");
}

/** The time that a value begins with; undefined when it has none. */
function timeIn(value: string): string | undefined {
  return value.length === lengthWithTime ? withTime.exec(value)?.[1] : undefined;
}

/** Makes a new secret value of a kind: its prefix, for some kinds the time, and 32 characters of `[A-Za-z0-9_-]`. */
export function makeToken(kind: TokenKind): string {
  return tokenPrefixes[kind] + (kindsWithTime.has(kind) ? timeText() : "") + randomText();
}

/** Whether a value has the shape of a kind's values; says nothing of its validity. */
export function looksLike(kind: TokenKind, value: string): boolean {
  return timeOf(kind, value) !== undefined;
}

/** The time that a value of a kind begins with, "" for one without; undefined for what has not the shape. Older tokens have no time. */
function timeOf(kind: TokenKind, value: string): string | undefined {
  if (!value.startsWith(tokenPrefixes[kind])) return undefined;
  return value.length === tokenPrefixes[kind].length + 32 ? "" : timeIn(value);
}

/**
 * The form in which secret values are stored and looked up: base64url of SHA-256 of the whole value, behind the time that the value
 * begins with. They are long and random, so a slow password hash would add nothing.
 */
export function hashToken(value: string): string {
  return hashBehind(timeIn(value) ?? "", value);
}

function hashBehind(time: string, value: string): string {
  return time + hash("sha256", value, "base64url");
}

/** {@link hashToken} of a value that has the shape of a kind's values; null for any other, which is none for sure. */
export function hashIfLooksLike(kind: TokenKind, value: string): string | null {
  const time = timeOf(kind, value);
  return time === undefined ? null : hashBehind(time, value);
}

/** A value that names a session, a pending request or the like, of 192 random bits. */
export function makeRandomId(): string {
  return randomText();
}

/** Whether a value has the shape of those that {@link makeRandomId} makes. */
export function isRandomId(value: string): boolean {
  return /^[\w-]{32}$/.test(value);
}

/** Shape of a secret that an operator chooses instead of having one made. */
export const givenSecretPattern = /^[A-Za-z0-9_-]{24,128}$/;

/** What a user's grant lets an application do; the interface has one scope. */
export const userScope = "snsapi_user";
