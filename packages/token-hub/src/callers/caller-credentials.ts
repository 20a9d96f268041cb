import { randomBytes } from "node:crypto";

const idBytes = 9; // 12 characters
const secretBytes = 24; // 32 characters

/** A new caller's id; it is not secret. */
export function newCallerId(): string {
  return `hubc_${randomBytes(idBytes).toString("base64url")}`;
}

/** A new caller's secret: 192 random bits behind a prefix by which scanners find leaks. */
export function newCallerSecret(): string {
  return `hubs_${randomBytes(secretBytes).toString("base64url")}`;
}
