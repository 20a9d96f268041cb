import { hash } from "node:crypto";

/** Makes the ids of the parts of a declared survey from their places; positions are from 0, numbers from 1. */
export interface DeclaredIds {
  readonly page: (number: number) => string;
  readonly question: (index: number) => string;
  readonly option: (questionIndex: number, at: number) => string;
  readonly subTitle: (questionIndex: number, at: number) => string;
  readonly blank: (questionIndex: number, at: number) => string;
}

/**
 * The ids of a declared survey follow from the seed and the position alone.
 *
 * @param seed text that differs between surveys
 */
export function declaredIds(seed: string): DeclaredIds {
  const letters = (...place: readonly (string | number)[]): string =>
    fourLetters([seed, ...place].join("\n"));
  return {
    page: (number) => `p-${number}-${letters("page", number)}`,
    question: (index) => `q-${index}-${letters("question", index)}`,
    option: (index, at) => `o-${100 + at}-${letters("option", index, at).toUpperCase()}`,
    subTitle: (index, at) => `g-${at + 1}-${letters("row", index, at).toUpperCase()}`,
    blank: (index, at) => `fillblank-${at + 1}${letters("blank", index, at).slice(1).toUpperCase()}`,
  };
}

function fourLetters(place: string): string {
  const digest = hash("sha256", place, "buffer");
  return Array.from(digest.subarray(0, 4), (byte) => String.fromCharCode(97 + (byte % 26))).join("");
}
