import type { Condition, Test } from "../../model/logic.ts";

/** How a system writes conditions. */
export interface ExpressionDialect {
  readonly all: (parts: readonly string[]) => string;
  readonly any: (parts: readonly string[]) => string;
  readonly not: (inner: string) => string;
  /** @returns undefined for a test that the system does not have */
  readonly test: (test: Test) => string | undefined;
}

/** A condition in the words of a system. @returns undefined for one that it cannot say */
export function expressionOf(condition: Condition, dialect: ExpressionDialect): string | undefined {
  switch (condition.kind) {
    case "not": {
      const inner = expressionOf(condition.condition, dialect);
      return inner === undefined ? undefined : dialect.not(inner);
    }
    case "and":
    case "or": {
      const parts = condition.conditions.map((part) => expressionOf(part, dialect));
      const known = parts.filter((part) => part !== undefined);
      if (known.length < parts.length) return undefined;
      return condition.kind === "and" ? dialect.all(known) : dialect.any(known);
    }
    default:
      return dialect.test(condition);
  }
}

/** Conditions joined by a word, each in brackets of its own. */
export function joinedBy(word: string): (parts: readonly string[]) => string {
  return (parts) => parts.map((part) => `(${part})`).join(` ${word} `);
}

/** A text in quotes. @returns undefined for one with both kinds of quotes, which no system here can write */
export function quoted(text: string): string | undefined {
  if (!text.includes("'")) return `'${text}'`;
  return text.includes('"') ? undefined : `"${text}"`;
}
