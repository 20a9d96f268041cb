/** What may have a code: a question, an option, a row or a blank. */
export interface Coded {
  readonly code?: string | undefined;
}

/** The positions of those whose code one before them has. */
export function repeatedCodes(parts: readonly Coded[]): readonly number[] {
  const seen = new Set<string>();
  return parts.flatMap(({ code }, at) => {
    const isSecond = code !== undefined && seen.has(code);
    if (code !== undefined) seen.add(code);
    return isSecond ? [at] : [];
  });
}
