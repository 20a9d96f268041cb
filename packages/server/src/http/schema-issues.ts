import type { z } from "zod";
import type { ErrorProblem } from "../errors.ts";

type Issue = z.core.$ZodIssue;

/** What a schema has against a parameter, as a sentence that holds nothing of what was sent. */
export function problemOfIssue(issue: Issue): ErrorProblem {
  const parameter = String(issue.path[0] ?? "");
  return { parameter, message: sentenceAbout(placeOf(issue.path), predicateOf(issue)) };
}

/**
 * What is wrong with a part of a request.
 *
 * @param part name of a parameter, of a header, or `body`
 * @param predicate goes on from the name: `is missing`
 */
export function sentenceAbout(part: string, predicate: string): string {
  if (part === "body") return `The body ${predicate}.`;
  // Names of parameters begin with a small letter.
  return `The ${/^[A-Z]/.test(part) ? "header" : "parameter"} ${part} ${predicate}.`;
}

/** Such as `answer.pages[0].id`. Schemas name every key of an object, so that no step is a text of the caller's. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, step) => {
    if (typeof step === "number") return `${place}[${step}]`;
    return place === "" ? String(step) : `${place}.${String(step)}`;
  }, "");
}

/** The messages of our schemas go on from a name. Those of the library are sentences, and begin with a capital. */
function predicateOf(issue: Issue): string {
  if (/^[a-z]/.test(issue.message)) return issue.message;
  if (issue.code === "invalid_type") return `must be ${kinds[issue.expected] ?? "of another type"}`;
  return issue.code === "too_big" ? `has more than ${issue.maximum} items` : "is not as documented";
}

const kinds: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a text",
  number: "a number",
  int: "a whole number",
};
