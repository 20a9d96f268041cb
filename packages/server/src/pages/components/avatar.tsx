import type { JSX } from "hono/jsx/jsx-runtime";
import { plainName } from "./display-name.tsx";

/** Whom an avatar shows. */
export type AvatarProps = {
  readonly name: string;
  /** What the colour is taken from; the name when absent. */
  readonly seed?: string | undefined;
  /** The path of a picture that this origin serves; initials when absent. */
  readonly imagePath?: string | undefined;
  readonly shape?: "person" | "application";
};

/** A picture or, because nothing is loaded from elsewhere, initials on a colour. The name itself is beside it. */
export function Avatar({ name, seed = name, imagePath, shape = "person" }: AvatarProps): JSX.Element {
  if (imagePath !== undefined) {
    return <img class={`avatar avatar-${shape}`} src={imagePath} alt="" width="48" height="48" />;
  }
  return (
    <span class={`avatar avatar-${shape} avatar-tint-${tintOf(seed)}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** ASCII before ASCII is a character by itself, which needs no segmenter: that takes as long as the rest of a small page. */
function firstCharacter(word: string): string {
  if (/^[!-~](?:[!-~]|$)/.test(word)) return word.slice(0, 1).toUpperCase();
  const [first] = segmenter.segment(word);
  return first === undefined ? "" : first.segment.toLocaleUpperCase("en");
}

/**
 * One or two characters for a name: the first of the first and last word when both are written in Latin letters,
 * else the first character alone.
 */
export function initialsOf(name: string): string {
  const words = plainName(name)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{S}]/u.test(word));
  const first = words[0] ?? "?";
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  const both = /^\p{Script=Latin}/u.test(first) && /^\p{Script=Latin}/u.test(last);
  return firstCharacter(first) + (both ? firstCharacter(last) : "");
}

const tintCount = 6;

function tintOf(seed: string): number {
  let sum = 0;
  for (const character of seed) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return sum % tintCount;
}
