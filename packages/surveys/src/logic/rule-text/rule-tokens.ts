/** A piece of a line. */
export interface RuleToken {
  readonly kind: "word" | "name" | "number" | "text" | "sign" | "end" | "unknown";
  /** A word in lower case, the value of a text, otherwise as written. */
  readonly text: string;
  /** Position in the line, from 1. */
  readonly column: number;
}

/** Signs as an input method for Chinese types them. */
const narrowSigns: Readonly<Record<string, string>> = {
  "（": "(",
  "）": ")",
  "，": ",",
  "～": "~",
  "＝": "=",
  "＜": "<",
  "＞": ">",
  "≤": "<=",
  "≥": ">=",
  "≠": "!=",
  "！": "!",
  "．": ".",
};

const patterns: readonly (readonly [RuleToken["kind"], RegExp])[] = [
  ["text", /"(?:[^"\\]|\\.)*"|“[^“”]*”/y],
  ["number", /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy],
  ["name", /#[A-Za-z0-9_-]+|[QPARB]\d{1,6}(?![A-Za-z0-9_])/iy],
  ["word", /[A-Za-z]+/y],
  ["sign", /[<>!=＜＞！＝][=＝]|[=<>(),~.（），～＝＜＞≤≥≠．]/y],
  ["unknown", /./uy],
];

/** Cuts a line into its pieces; the last one is its end. */
export function ruleTokens(line: string): readonly RuleToken[] {
  const tokens: RuleToken[] = [];
  let at = 0;
  while (at < line.length) {
    const token = /\s/.test(line.charAt(at)) ? undefined : tokenAt(line, at);
    at += token?.length ?? 1;
    if (token !== undefined) tokens.push(token.token);
  }
  return [...tokens, { kind: "end", text: "", column: line.length + 1 }];
}

function tokenAt(line: string, at: number): { readonly token: RuleToken; readonly length: number } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const [found] = pattern.exec(line) ?? [];
    if (found !== undefined)
      return { token: { kind, text: valueOf(kind, found), column: at + 1 }, length: found.length };
  }
  return { token: { kind: "unknown", text: line.charAt(at), column: at + 1 }, length: 1 };
}

function valueOf(kind: RuleToken["kind"], found: string): string {
  if (kind === "word") return found.toLowerCase();
  if (kind === "text") return found.slice(1, -1).replaceAll(/\\(.)/g, "$1").trim();
  if (kind !== "sign") return found;
  const sign = Array.from(found, (character) => narrowSigns[character] ?? character).join("");
  return sign === "==" ? "=" : sign;
}
