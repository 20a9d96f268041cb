import type { ProblemSink } from "@survey-open-platform/surveys";

/** A part of the file, of any form, with the place where problems with it belong. */
export interface PlacedPart<Part = unknown> {
  readonly part: Part;
  readonly sink: ProblemSink;
}

/** The part under a key; `undefined` when there is none. */
export function partAt({ part, sink }: PlacedPart, key: string): PlacedPart {
  const has = typeof part === "object" && part !== null && Object.hasOwn(part, key);
  return { part: has ? Reflect.get(part, key) : undefined, sink: sink.within(key) };
}

/** The entries of a list; none when it is not a list. */
export function entriesOf({ part, sink }: PlacedPart): readonly PlacedPart[] {
  if (!Array.isArray(part)) return [];
  return part.map((entry: unknown, at) => ({ part: entry, sink: sink.within(at) }));
}

/** Those parts that are texts. */
export function textsOf(parts: readonly PlacedPart[]): readonly PlacedPart<string>[] {
  return parts.flatMap(({ part, sink }) => (typeof part === "string" ? [{ part, sink }] : []));
}
