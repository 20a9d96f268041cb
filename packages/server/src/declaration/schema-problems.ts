import type { z } from "zod";
import { problemWords, type ProblemSink } from "@survey-open-platform/surveys";
import type { PlacedPart } from "./placed-part.ts";

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

/** YAML takes a number, a date or `yes` without quotes for something else than a text. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  const words = problemWords(issue);
  return words === "must be a text" ? `${words} (in YAML, put quotes around it)` : words;
}
