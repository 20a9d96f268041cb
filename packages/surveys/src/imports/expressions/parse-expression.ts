import { scanTokens } from "../scan-tokens.ts";
/** An expression of a source, as a tree. */
export type Expression =
  | { readonly kind: "and" | "or"; readonly parts: readonly Expression[] }
  | { readonly kind: "not"; readonly part: Expression }
  | {
      readonly kind: "compare";
      readonly sign: ComparisonSign;
      readonly parts: readonly [Expression, Expression];
    }
  | { readonly kind: "call"; readonly name: string; readonly parts: readonly Expression[] }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "value"; readonly value: string };

/** How two values are compared. */
export type ComparisonSign = "=" | "<>" | "<" | "<=" | ">" | ">=";

interface Token {
  readonly kind: "name" | "value" | "word" | "sign";
  readonly text: string;
}

const TOKEN =
  /\s*(?:\$\{\s*([^{}]+?)\s*\}|'([^']*)'|"([^"]*)"|([+-]?\d+(?:\.\d+)?(?![\w.]))|(<=|>=|<>|!=|==|&&|\|\||=|<|>|\(|\)|!|,)|([\p{L}_][\p{L}\p{N}_.-]*|\d+X\w+(?:\.\w+)?|\.))/uy;

const signs: ReadonlyMap<string, ComparisonSign> = new Map<string, ComparisonSign>(
  Object.entries({
    "=": "=",
    "==": "=",
    eq: "=",
    "!=": "<>",
    "<>": "<>",
    ne: "<>",
    "<": "<",
    lt: "<",
    "<=": "<=",
    le: "<=",
    ">": ">",
    gt: ">",
    ">=": ">=",
    ge: ">=",
  } as const),
);

const deepest = 20;

/**
 * Parses a condition as survey systems write them, such as `${a} = '1' and not(selected(${b}, 'x'))` or
 * `(A.NAOK == "1" && !is_empty(B))`: and, or, not, comparisons, calls.
 *
 * @returns undefined for anything else, arithmetic included
 */
export function parseExpression(text: string): Expression | undefined {
  const tokens = scanTokens(text, TOKEN, tokenOf);
  return tokens && new Parser(tokens).parse();
}

function tokenOf([, name, single, double, number, sign, word]: RegExpExecArray): Token {
  if (name !== undefined) return { kind: "name", text: name };
  if (sign !== undefined) return { kind: "sign", text: sign };
  if (word !== undefined) return { kind: "word", text: word };
  return { kind: "value", text: single ?? double ?? number ?? "" };
}

type Read = () => Expression | undefined;

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Expression | undefined {
    const expression = this.#or();
    return this.#at < this.#tokens.length ? undefined : expression;
  }

  #or(): Expression | undefined {
    return this.#several("or", "||", () => this.#several("and", "&&", () => this.#comparison()));
  }

  #several(kind: "and" | "or", sign: string, read: Read): Expression | undefined {
    const parts: Expression[] = [];
    do {
      const part = read();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (this.#takes(kind) || this.#takes(sign));
    return parts.length === 1 ? parts[0] : { kind, parts };
  }

  #comparison(): Expression | undefined {
    const left = this.#single();
    const next = this.#tokens[this.#at];
    const isSign = next?.kind === "sign" || next?.kind === "word";
    const sign = isSign ? signs.get(next.text.toLowerCase()) : undefined;
    if (left === undefined || sign === undefined) return left;
    this.#at += 1;
    const right = this.#single();
    return right && { kind: "compare", sign, parts: [left, right] };
  }

  #single(): Expression | undefined {
    this.#depth += 1;
    if (this.#depth > deepest) return undefined;
    const expression = this.#simple();
    this.#depth -= 1;
    return expression;
  }

  #simple(): Expression | undefined {
    if (this.#takes("!")) {
      const part = this.#single();
      return part && { kind: "not", part };
    }
    if (this.#takes("(")) {
      const expression = this.#or();
      return this.#takes(")") ? expression : undefined;
    }
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === undefined || token.kind === "sign") return undefined;
    if (token.kind === "value") return { kind: "value", value: token.text };
    return token.kind === "word" && this.#takes("(")
      ? this.#call(token.text)
      : { kind: "name", name: token.text };
  }

  #call(name: string): Expression | undefined {
    const parts: Expression[] = [];
    while (!this.#takes(")")) {
      if (parts.length > 0 && !this.#takes(",")) return undefined;
      const part = this.#or();
      if (part === undefined) return undefined;
      parts.push(part);
    }
    const [only] = parts;
    if (name.toLowerCase() === "not")
      return parts.length === 1 && only ? { kind: "not", part: only } : undefined;
    return { kind: "call", name, parts };
  }

  #takes(text: string): boolean {
    const token = this.#tokens[this.#at];
    const isThere = (token?.kind === "sign" || token?.kind === "word") && token.text.toLowerCase() === text;
    if (isThere) this.#at += 1;
    return isThere;
  }
}
