import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { PlatformError } from "../errors.ts";

/** Parameters of argon2id as OWASP recommends for interactive logins: 19 MiB, two passes, one lane. */
const cost: Cost = { memory: 19 * 1024, passes: 2, parallelism: 1 };

/** The cost of a derivation: memory in KiB, passes over it, lanes. */
interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const tagLength = 32;

/**
 * Password checks that run at a time; each takes memory and a core. One core is left to everything else: with
 * both cores of a small machine taken, tokens waited a second for a flood of sign-ins.
 */
const checksAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));

/** Checks that may wait; further ones are refused with Retry-After, so that token requests keep their share. */
const checksWaiting = 64;

/** Longest password that is checked, in UTF-8 bytes; longer ones could keep the server busy. */
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
 * Whether a password belongs to a stored form, whatever it cost to derive that. Without one (no such user) the same work is done,
 * so that the response time does not reveal which usernames exist.
 *
 * @throws `PlatformError` `request_rate_limited` when too many checks wait
 */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  if (Buffer.byteLength(password) > passwordMaximumBytes) return false;
  // A third-party account has no password: the empty form is that of none.
  if (stored === undefined || stored === "") {
    await derive(password, randomBytes(16));
    return false;
  }
  const [, memory, passes, parallelism, salt = "", tag = ""] = stored.split("$");
  const storedCost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(tag, "base64url");
  const derived = await derive(password, Buffer.from(salt, "base64url"), storedCost);
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

const waiting: (() => void)[] = [];
let running = 0;

async function derive(password: string, nonce: Buffer, at: Cost = cost): Promise<Buffer> {
  await enter();
  try {
    const message = Buffer.from(password, "utf8");
    return Buffer.from(await promisify(argon2)("argon2id", { message, nonce, tagLength, ...at }));
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

/** Passes the place to the check that waits longest. */
function leave(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64url");
}
