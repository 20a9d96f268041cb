import type { Question } from "./question.ts";

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

/** The codes of a question and its parts, by their ids. */
export function codesIn(question: Question): ReadonlyMap<string, string> {
  const { options, subTitles, blank_setting: blanks } = question;
  return new Map(
    [question, ...options, ...subTitles, ...blanks].flatMap(({ id, code }) =>
      code === undefined ? [] : [[id, code] as const],
    ),
  );
}

/** The same with a code, or without one for "". */
export function withCode<Part extends Coded>(part: Part, code: string): Part {
  if (code !== "") return { ...part, code };
  const { code: _code, ...others } = part;
  // What is left out may be left out.
  return others as Part;
}
