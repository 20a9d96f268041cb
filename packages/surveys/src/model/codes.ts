import type { Coded } from "../question-types/repeated-codes.ts";
import type { Question } from "./question.ts";

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
