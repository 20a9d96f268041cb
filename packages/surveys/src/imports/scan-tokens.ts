/** Longest condition that is read; longer ones are those of programs. */
export const longestCondition = 4000;

/**
 * Takes a condition of another system apart.
 *
 * @param pattern of one part, sticky, with a group for each kind
 * @returns undefined when something in it is none of these parts, or when it is too long
 */
export function scanTokens<Token>(
  condition: string,
  pattern: RegExp,
  tokenOf: (match: RegExpExecArray) => Token,
): readonly Token[] | undefined {
  const whole = condition.trim();
  if (whole.length > longestCondition) return undefined;
  const tokens: Token[] = [];
  const rest = new RegExp(pattern);
  while (rest.lastIndex < whole.length) {
    const match = rest.exec(whole);
    if (match === null) return undefined;
    tokens.push(tokenOf(match));
  }
  return tokens;
}
