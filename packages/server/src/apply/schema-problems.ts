import type { z } from "zod";
import type { ProblemSink } from "@survey-open-platform/surveys";
import type { PlacedPart } from "./placed-part.ts";

type RawIssue = z.core.$ZodRawIssue;

/**
 * Checks one part of a file against its schema, noting every problem at its place.
 *
 * @returns the part as the schema gives it, or undefined when there was a problem
 */
export function parsePart<Schema extends z.ZodType>(
  schema: Schema,
  { part, sink }: PlacedPart,
): z.output<Schema> | undefined {
  const parsed = schema.safeParse(part, { error: wording });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) note(issue, sink);
  return undefined;
}

function note(issue: z.core.$ZodIssue, sink: ProblemSink): void {
  const place = issue.path.reduce<ProblemSink>(
    (at, step) => at.within(typeof step === "symbol" ? String(step) : step),
    sink,
  );
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) place.within(key).refuse("is not a key that belongs here");
  } else {
    place.refuse(issue.message);
  }
}

/** Words for what the schemas themselves leave to the library; values are never repeated. */
function wording(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return typeText(issue);
    case "invalid_value":
      return oneOf(issue.values);
    case "too_small":
      return sizeText(issue.origin, "at least", Number(issue.minimum));
    case "too_big":
      return sizeText(issue.origin, "at most", Number(issue.maximum));
    case "invalid_key":
      return issue.issues[0]?.message;
    case "invalid_union":
      return "options" in issue ? oneOf(issue.options) : "has a form that does not fit here";
    default:
      return undefined;
  }
}

function typeText({ expected, input }: Extract<RawIssue, { readonly code: "invalid_type" }>): string {
  return input === undefined ? "is missing" : `must be ${kinds[expected] ?? expected}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "a text (in YAML, put quotes around it)",
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
  return `must be one of ${(Array.isArray(values) ? values : []).map(String).join(", ")}`;
}
