import { randomInt } from "node:crypto";
import { hashToken } from "../../../model/token.ts";

/** Letters that make no words, and that are not taken for each other (RFC 8628, section 6.1). */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;

/** Makes a code that a person types: 20^8, some 34 bits, such as `WDJB-MJHT`. */
export function makeUserCode(): string {
  const text = Array.from({ length }, () => letters[randomInt(letters.length)]).join("");
  return shownUserCode(text);
}

/** A code as a device shows it, however it was typed: in any case, with or without the dash; "" when it has not the form of one. */
export function shownUserCode(typed: string): string {
  const text = typed.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  if (!new RegExp(`^[${letters}]{${length}}$`).test(text)) return "";
  return `${text.slice(0, length / 2)}-${text.slice(length / 2)}`;
}

/** The form in which it is stored. */
export function userCodeHash(shown: string): string {
  return hashToken(`user code ${shown}`);
}
