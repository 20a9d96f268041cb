import type { z } from "zod";

/** What Zod found, before it has words. */
type RawIssue = z.core.$ZodRawIssue;

/**
 * Words for what the schemas themselves leave to the library; they follow the name of the place. Values are never repeated.
 *
 * @returns undefined for what has no words here
 * @example schema.safeParse(value, { error: problemWords });
 */
export function problemWords(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return typeText(issue);
    case "invalid_value":
      return oneOf(issue.values);
    case "too_small":
      return sizeText(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return sizeText(issue.origin, "at most", Number(issue.maximum));
    case "unrecognized_keys":
      return `has what does not belong here: ${issue.keys.join(", ")}`;
    default:
      return formText(issue);
  }
}

function formText(issue: RawIssue): string | undefined {
  if (issue.code === "invalid_key") return issue.issues[0]?.message;
  if (issue.code === "invalid_format") return issue.pattern && `must match ${issue.pattern}`;
  if (issue.code !== "invalid_union") return undefined;
  return "options" in issue ? oneOf(issue.options) : "has a form that does not fit here";
}

function typeText({ expected, input }: Extract<RawIssue, { readonly code: "invalid_type" }>): string {
  return input === undefined ? "is missing" : `must be ${kinds[expected] ?? expected}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function sizeText(origin: string, bound: string, size: number): string {
  if (origin === "string") return `must have ${bound} ${size} character${size === 1 ? "" : "s"}`;
  if (origin === "array") return `must have ${bound} ${size} entr${size === 1 ? "y" : "ies"}`;
  return `must be ${bound} ${size}`;
}

function oneOf(values: unknown): string {
  return `must be one of ${(Array.isArray(values) ? values : []).map(shown).join(", ")}`;
}

function shown(value: unknown): string {
  return value === "" ? '""' : String(value);
}
