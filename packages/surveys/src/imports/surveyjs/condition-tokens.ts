/** A part of a condition of SurveyJS: a name in braces, a text in quotes, a list, a sign, or a word. */
export interface Token {
  readonly kind: "name" | "text" | "list" | "sign" | "word";
  readonly text: string;
}

const TOKEN =
  /\s*(?:\{([^{}]+)\}|'([^']*)'|"([^"]*)"|(\[[^[\]]*\])|(<=|>=|<>|!=|==|&&|\|\||\*=|=|<|>|\(|\)|!)|([\p{L}\p{N}_.+-]+))/uy;

/** Longest condition that is read; longer ones are those of programs. */
const longestCondition = 4000;

/** Takes a condition apart. @returns undefined when something in it is none of these parts */
export function conditionTokens(expression: string): readonly Token[] | undefined {
  const whole = expression.trim();
  if (whole.length > longestCondition) return undefined;
  const tokens: Token[] = [];
  const rest = new RegExp(TOKEN);
  while (rest.lastIndex < whole.length) {
    const match = rest.exec(whole);
    if (match === null) return undefined;
    tokens.push(tokenOf(match));
  }
  return tokens;
}

function tokenOf([, name, single, double, list, sign, word]: RegExpExecArray): Token {
  if (name !== undefined) return { kind: "name", text: name.trim() };
  if (list !== undefined) return { kind: "list", text: list };
  if (sign !== undefined) return { kind: "sign", text: sign };
  if (word !== undefined) return { kind: "word", text: word };
  return { kind: "text", text: single ?? double ?? "" };
}
