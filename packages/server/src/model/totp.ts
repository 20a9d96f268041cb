import { randomBytes, timingSafeEqual } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { hashToken } from "./token.ts";

/** RFC 6238, section 4: a step of 30 seconds; 6 digits and SHA-1, because many authenticator apps know nothing else. */
const stepMilliseconds = 30_000;
/** Steps before and after the current one whose code is taken too (RFC 6238, section 5.2). */
const stepsAround = [0, -1, 1] as const;
/** RFC 4226, section 4: at least 128 bits, 160 recommended. */
const secretBytes = 20;

/** A new shared secret, in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address by which an authenticator app learns a secret. */
export function totpAddress(secret: string, { issuer, username }: TotpLabel): string {
  return new TOTP({ issuer, label: username, secret }).toString();
}

/** What an authenticator app shows beside a code. */
interface TotpLabel {
  readonly issuer: string;
  readonly username: string;
}

/**
 * Finds the time step that a code belongs to.
 *
 * @param now milliseconds since 1970 in UTC
 * @returns the number of the step; undefined when the code is wrong
 */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const current = Math.floor(now / stepMilliseconds);
  const totp = new TOTP({ secret });
  return stepsAround
    .map((distance) => current + distance)
    .find((step) => isSame(totp.generate({ timestamp: step * stepMilliseconds }), code));
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Letters and digits that are not confused with each other. */
const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const recoveryCodeCount = 10;
const recoveryGroups = 4;
const recoveryGroupLength = 4;

/** New recovery codes such as `k7fm-2xqp-93ab-hj4w`, of 79 random bits each. */
export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: recoveryGroups }, () => randomText(recoveryGroupLength)).join("-"),
  );
}

function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    // Bytes past the last whole multiple would make some letters likelier than others.
    for (const byte of randomBytes(length))
      if (byte < 256 - (256 % recoveryAlphabet.length))
        text += recoveryAlphabet[byte % recoveryAlphabet.length];
  }
  return text.slice(0, length);
}

/** The form in which a recovery code is stored: case and separators do not matter. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
}
