import type { SurveyDefinition } from "../model/definition.ts";
import type { PlatformZone } from "../model/platform-time.ts";
import type { Question } from "../model/question.ts";
import type { SourceAnswers, SourceColumn, SourceRow } from "../imports/source-answers.ts";
import type { ImportedAnswer } from "../store/add-imported-answers.ts";
import type { AnswerTarget, ColumnMatch } from "./answer-columns.ts";
import { answerOfRow, questionOf } from "./answer-of-row.ts";

/** An answer of a file, and what of it could not be taken in. */
export interface SourceAnswer {
  readonly answer: ImportedAnswer;
  /** As `answer: question: what is wrong`. */
  readonly problems: readonly string[];
}

/** How answers of a file are read. */
export interface SourceReading {
  readonly definition: SurveyDefinition;
  readonly zone: PlatformZone;
  /** ms UTC, for answers whose time the file does not say. */
  readonly now: number;
}

/**
 * Makes the answers of a file answers to the survey that was made of it, one after the other. What a question does not take is left out and
 * named.
 */
export function* answersOfSource(
  { columns, rows }: SourceAnswers,
  { definition, zone, now }: SourceReading,
): Generator<SourceAnswer> {
  const byCode = new Map(
    definition.pages.flatMap(({ questions }) =>
      questions.map((question) => [question.code ?? "", question] as const),
    ),
  );
  const matches = columns.map((column): ColumnMatch => {
    const target = targetOf(column, byCode);
    return target === undefined ? { head: "", by: "none" } : { head: target.title, by: "code", target };
  });
  for (const row of rows) yield answerOf(row, matches, { zone, now });
}

function answerOf(
  { name, cells }: SourceRow,
  matches: readonly ColumnMatch[],
  { zone, now }: Pick<SourceReading, "zone" | "now">,
): SourceAnswer {
  const { values, startedAt, endedAt, problems } = answerOfRow(matches, cells, zone);
  const refused = new Set(problems.map(({ column }) => questionOf(matches[column])));
  const taken = Object.entries(values).filter(([id]) => !refused.has(id));
  const end = endedAt ?? startedAt ?? now;
  return {
    answer: {
      values: Object.fromEntries(taken),
      startedAt: Math.min(startedAt ?? end, end),
      endedAt: end,
    },
    problems: problems.map(({ column, message }) => `${name}: ${matches[column]?.head ?? ""} ${message}`),
  };
}

function targetOf(column: SourceColumn, byCode: ReadonlyMap<string, Question>): AnswerTarget | undefined {
  if (column.kind !== "question")
    return { kind: column.kind, title: column.kind === "started" ? "started_at" : "ended_at" };
  const question = byCode.get(column.question);
  if (question === undefined) return undefined;
  const rowId = idOf(question.subTitles, column.row);
  const partId = partOf(question, column);
  if (rowId === undefined || partId === undefined) return undefined;
  // What was not asked, because a condition hid it, is not missing.
  const asked = { ...question, required: false };
  return {
    kind: "question",
    question: asked,
    rowId,
    partId,
    choices: [],
    title: column.question,
    takesCodes: true,
  };
}

type QuestionColumn = Extract<SourceColumn, { readonly kind: "question" }>;

function partOf(
  { options, blank_setting: blanks }: Question,
  { part, isBlankOfOption = false }: QuestionColumn,
): string | undefined {
  if (!isBlankOfOption) return idOf([...options, ...blanks], part);
  const option = idOf(options, part);
  return blanks.find((blank) => blank.attach_id === option)?.id;
}

/** "" for no part; undefined for one that the survey has not. */
function idOf(
  parts: readonly { readonly id: string; readonly code?: string | undefined }[],
  code: string | undefined,
): string | undefined {
  return code === undefined ? "" : parts.find((part) => part.code === code)?.id;
}
