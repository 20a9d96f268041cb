import { scanTokens } from "../scan-tokens.ts";

/** A part of a condition of SurveyJS: a name in braces, a text in quotes, a list, a sign, or a word. */
export interface Token {
  readonly kind: "name" | "text" | "list" | "sign" | "word";
  readonly text: string;
}

const TOKEN =
  /\s*(?:\{([^{}]+)\}|'([^']*)'|"([^"]*)"|(\[[^[\]]*\])|(<=|>=|<>|!=|==|&&|\|\||\*=|=|<|>|\(|\)|!)|([\p{L}\p{N}_.+-]+))/uy;

/** Takes a condition apart. @returns undefined when something in it is none of these parts */
export function conditionTokens(expression: string): readonly Token[] | undefined {
  return scanTokens(expression, TOKEN, tokenOf);
}

function tokenOf([, name, single, double, list, sign, word]: RegExpExecArray): Token {
  if (name !== undefined) return { kind: "name", text: name.trim() };
  if (list !== undefined) return { kind: "list", text: list };
  if (sign !== undefined) return { kind: "sign", text: sign };
  if (word !== undefined) return { kind: "word", text: word };
  return { kind: "text", text: single ?? double ?? "" };
}
