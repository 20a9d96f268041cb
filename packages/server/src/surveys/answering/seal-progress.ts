import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Progress } from "@survey-open-platform/surveys";

/** What is sealed of a half-filled form: all but its version and when it was begun. */
type Sealed = Pick<Progress, "values" | "customArguments" | "pageId">;

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** Lengths of half-filled forms differ by whole kilobytes alone, so that they say little of what was written. */
const step = 1024;

/** The one value that a sealed form has. */
const sealedKey = "sealed";

/** Encrypts what was filled in. The database has no part of the key: it is made of the cookie of the respondent's browser. */
export function sealProgress({ values, customArguments, pageId }: Sealed, key: Buffer): Sealed {
  const text = JSON.stringify({ values, customArguments, pageId });
  const length = Math.ceil(Buffer.byteLength(text) / step) * step;
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce);
  const padding = " ".repeat(length - Buffer.byteLength(text));
  const content = Buffer.concat([sealing.update(text + padding), sealing.final()]);
  const sealed = Buffer.concat([nonce, sealing.getAuthTag(), content]).toString("base64url");
  return { values: { [sealedKey]: sealed }, customArguments: {}, pageId: "" };
}

/** Decrypts what {@link sealProgress} made. @returns undefined for anything else, or another key */
export function openProgress({ values }: Pick<Progress, "values">, key: Buffer): Sealed | undefined {
  const sealed = values[sealedKey];
  if (typeof sealed !== "string") return undefined;
  const bytes = Buffer.from(sealed, "base64url");
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes));
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const content = [opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()];
    // Only what was sealed opens.
    return JSON.parse(Buffer.concat(content).toString()) as Sealed;
  } catch {
    return undefined;
  }
}
