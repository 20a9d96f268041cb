/**
 * Characters that a reader does not see, or that change what a reader sees: control characters but line breaks and tabs, marks of
 * direction, tags and the like. Joiners stay: scripts and emoji need them.
 */
const unseen = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{E0000}-\u{E007F}]/gu;

/** A text in which nothing is unseen: such characters are written as their number. */
export function shownText(text: string): string {
  return text.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** {@link shownText} of every text within a value. Names of members are ours. */
export function shownTexts<Value>(value: Value): Value;
export function shownTexts(value: unknown): unknown {
  if (typeof value === "string") return shownText(value);
  if (Array.isArray(value)) return value.map((one: unknown) => shownTexts(one));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shownTexts(one)]));
}
