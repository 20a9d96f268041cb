import type { MergedQuestion } from "@survey-open-platform/surveys";
import type { UserRequest } from "../../session/page-request.ts";

/** The facts of an answer that can be columns of the list of answers. */
export const factColumns = [
  "ended",
  "version",
  "respondent",
  "start",
  "duration",
  "channel",
  "device",
  "language",
] as const;

/** One of {@link factColumns}. */
export type FactColumn = (typeof factColumns)[number];

const usualColumns: readonly FactColumn[] = ["ended", "version", "respondent", "start"];

/** Columns of a table that can still be read. */
export const mostColumns = 12;

/** What the list of answers shows of each, besides its number. */
export interface AnswerColumns {
  readonly facts: readonly FactColumn[];
  readonly questions: readonly MergedQuestion[];
  /** How an address says it; "" for the usual ones. */
  readonly parameter: string;
}

/** Ids have no such sign. */
const separator = ".";

/** Reads the columns of an address: a parameter for each, or one with all. What is no column of the survey is left out. */
export function columnsIn({ context }: UserRequest, questions: readonly MergedQuestion[]): AnswerColumns {
  const given = new Set((context.req.queries("columns") ?? []).flatMap((text) => text.split(separator)));
  const facts = factColumns.filter((fact) => given.has(fact));
  const asked = questions
    .filter(({ question }) => given.has(question.id))
    .slice(0, mostColumns - facts.length);
  const names = [...facts, ...asked.map(({ question }) => question.id)];
  if (names.length === 0) return { facts: usualColumns, questions: [], parameter: "" };
  return { facts, questions: asked, parameter: names.join(separator) };
}
