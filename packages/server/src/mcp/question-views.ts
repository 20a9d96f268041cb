import {
  isPersonalQuestion,
  type MergedQuestion,
  plainText,
  type Question,
  type Summary,
  type SummaryPart,
  summariseQuestion,
  withNumbers,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import type { CountedResults } from "./counted-results.ts";

const countedOption = z.object({
  id: z.string(),
  text: z.string(),
  count: z.int(),
  share: z.number().optional().describe("Of those who answered the question, from 0 to 1."),
  mean_place: z.number().optional().describe("Of a ranking: the mean of the places that it was given."),
});

const figures = z.object({
  mean: z.number().optional(),
  median: z.number().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});

/** What was counted for one question. */
export const questionResult = z.object({
  id: z.string(),
  title: z.string(),
  type: z.string(),
  answered: z.int().describe("How many answers there are to the question."),
  options: z
    .array(countedOption)
    .optional()
    .describe("Choices and marks. Free texts are counted, not quoted."),
  figures: figures.optional().describe("Of marks and numbers; not of numbers that are personal."),
  rows: z
    .array(
      z.object({
        id: z.string(),
        text: z.string(),
        options: z.array(countedOption).optional(),
        figures: figures.optional(),
        columns: z
          .array(z.object({ id: z.string(), text: z.string(), count: z.int(), figures: figures.optional() }))
          .optional()
          .describe("Of a matrix of numbers: the figures of each cell."),
      }),
    )
    .optional()
    .describe("Of a matrix."),
});

/** The results of a question as agents read them. */
export function resultOf(merged: MergedQuestion, counted: CountedResults): z.input<typeof questionResult> {
  const { question } = merged;
  const summary = summaryOf(merged, counted);
  const isQuoted = isPersonalQuestion(question) && quotingKinds.has(summary.kind);
  return { ...namesOf(question), answered: summary.answered, ...(isQuoted ? {} : countsOf(summary)) };
}

/** The least and the greatest number are what somebody wrote. */
const quotingKinds: ReadonlySet<Summary["kind"]> = new Set(["numbers", "number_cells"]);

/** A question by its id, its title and what it takes. */
export function namesOf(question: Question): Pick<z.input<typeof questionResult>, "id" | "title" | "type"> {
  return { id: question.id, title: plainText(question.title), type: question.type };
}

function summaryOf(merged: MergedQuestion, { tallies, numbers }: CountedResults): Summary {
  const summary = summariseQuestion(merged, tallies.get(merged.question.id) ?? new Map<string, number>());
  return withNumbers(merged, summary, numbers);
}

type Counts = Pick<z.input<typeof questionResult>, "options" | "figures" | "rows">;

function countsOf(summary: Summary): Counts {
  switch (summary.kind) {
    case "choices":
      return { options: summary.parts.map((part) => optionOf(part)) };
    case "ranking":
      return {
        options: summary.parts.map((part) => ({
          ...optionOf(part),
          ...(part.meanPlace !== undefined && { mean_place: rounded(part.meanPlace) }),
        })),
      };
    case "marks":
      return { options: summary.parts.map((part) => optionOf(part)), figures: figuresOf(summary) };
    case "numbers":
      return { figures: figuresOf({ ...summary, min: summary.least, max: summary.greatest }) };
    case "choice_rows":
      return { rows: summary.rows.map((row) => rowOf(row, row.counts, summary.columns)) };
    case "mark_rows": {
      const marks = summary.marks.map((mark) => ({ id: String(mark), label: String(mark) }));
      return {
        rows: summary.rows.map((row) => ({ ...rowOf(row, row.counts, marks), figures: figuresOf(row) })),
      };
    }
    case "number_cells":
      return { rows: summary.rows.map((row) => cellsOf(row, summary.columns)) };
    default:
      return {};
  }
}

function cellsOf(
  { id, label, cells }: Extract<Summary, { readonly kind: "number_cells" }>["rows"][number],
  columns: readonly SummaryPart[],
): NonNullable<Counts["rows"]>[number] {
  return {
    id,
    text: plainText(label),
    columns: columns.map((column, at) => {
      const { counted = 0, mean, least, greatest } = cells[at] ?? {};
      return {
        id: column.id,
        text: plainText(column.label),
        count: counted,
        figures: figuresOf({ mean, median: undefined, min: least, max: greatest }),
      };
    }),
  };
}

type Named = Pick<SummaryPart, "id" | "label">;

function rowOf(row: Named, counts: readonly number[], columns: readonly Named[]) {
  return {
    id: row.id,
    text: plainText(row.label),
    options: columns.map(({ id, label }, at) => ({ id, text: plainText(label), count: counts[at] ?? 0 })),
  };
}

interface CountedPart {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly share: number;
}

function optionOf({ id, label, count, share }: CountedPart) {
  return { id, text: plainText(label), count, share: rounded(share) };
}

interface Figures {
  readonly mean: number | undefined;
  readonly median: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

function figuresOf({ mean, median, min, max }: Figures): z.input<typeof figures> {
  const given = Object.entries({ mean, median, min, max }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, rounded(value)] as const],
  );
  return Object.fromEntries(given);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
