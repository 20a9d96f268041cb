import { hash } from "node:crypto";
import { tokenPrefixes, type TokenKind } from "../src/model/token.ts";

/*
 * All values of the benchmark's database follow from their numbers, so that any of ten million tokens can be sent
 * without keeping a list of them. They are like those of releases whose tokens
 * did not begin with a time, and their hashes are spread as evenly.
 */

/** The value of a kind with a number; as {@link makeToken} makes them, but not random. */
export function seededSecret(kind: TokenKind, number: number | string): string {
  return tokenPrefixes[kind] + text(kind, number);
}

export function seededOpenid(person: number): string {
  return `o${text("openid", person).slice(0, 27)}`;
}

function text(kind: string, number: number | string): string {
  return hash("sha256", `${kind} ${number}`, "base64url").slice(0, 32);
}
