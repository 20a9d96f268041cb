import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { PlatformError } from "../errors.ts";

/** Parameters of argon2id as OWASP recommends for interactive logins: 19 MiB, two passes, one lane. */
const cost = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Password checks that run at a time; each takes memory and a core. */
const checksAtOnce = 2;

/** Checks that may wait; beyond that a caller is told to come back, so that token requests keep their share. */
const checksWaiting = 64;

const argon2id = promisify(argon2);

/** Longest password that is looked at, in UTF-8 bytes; more is a way to keep the server busy. */
export const passwordMaximumBytes = 1024;

/**
 * Derives the stored form of a password: `argon2id$memory$passes$parallelism$salt$tag`, the last two in base64url.
 *
 * @throws `PlatformError` `request_rate_limited` when too many checks wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(password, salt);
  return ["argon2id", cost.memory, cost.passes, cost.parallelism, encode(salt), encode(tag)].join("$");
}

/**
 * Whether a password belongs to a stored form. Without one (no such user) the same work is done for nothing,
 * so that the time tells nobody which login names exist.
 *
 * @throws `PlatformError` `request_rate_limited` when too many checks wait
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (Buffer.byteLength(password) > passwordMaximumBytes) return false;
  if (stored === undefined) {
    await derive(password, randomBytes(16));
    return false;
  }
  const [, , , , salt = "", tag = ""] = stored.split("$");
  const expected = Buffer.from(tag, "base64url");
  const derived = await derive(password, Buffer.from(salt, "base64url"));
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

const waiting: (() => void)[] = [];
let running = 0;

async function derive(password: string, nonce: Buffer): Promise<Buffer> {
  await enter();
  try {
    return Buffer.from(
      await argon2id("argon2id", { message: Buffer.from(password, "utf8"), nonce, ...cost }),
    );
  } finally {
    leave();
  }
}

async function enter(): Promise<void> {
  if (running < checksAtOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= checksWaiting)
    throw new PlatformError("request_rate_limited", { retryAfterSeconds: 5 });
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
}

/** Hands the place on to whoever waits longest. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64url");
}
