import type { ColumnChoice, ColumnQuestion, ExportColumn } from "./export-column.ts";

/** The first row of a codebook. */
export const codebookHeader = [
  "column",
  "title",
  "kind",
  "question_id",
  "question_type",
  "question",
  "row_id",
  "part_id",
  "value",
  "label_id",
  "label",
  "first_version",
  "last_version",
  "archived",
] as const;

type CodebookRow = readonly (string | number | undefined)[];

/**
 * What the columns of an export mean: one row per column, and for a column of choices one row per choice.
 *
 * @returns rows of texts and numbers, without {@link codebookHeader}
 */
export function codebookRows(columns: readonly ExportColumn[]): readonly CodebookRow[] {
  return columns.flatMap((column) =>
    column.choices.length === 0
      ? [rowOf(column, undefined)]
      : column.choices.map((choice) => rowOf(column, choice)),
  );
}

function rowOf({ name, title, kind, question }: ExportColumn, choice: ColumnChoice | undefined): CodebookRow {
  const isArchived = question?.isArchived === true || choice?.isArchived === true;
  return [
    name,
    title,
    kind,
    ...questionCells(question),
    ...choiceCells(choice),
    ...versionCells(question),
    isArchived ? 1 : 0,
  ];
}

function questionCells(question: ColumnQuestion | undefined): CodebookRow {
  if (question === undefined) return empty(5);
  const { id, type, title, rowId, partId } = question;
  return [id, type, title, rowId, partId];
}

function choiceCells(choice: ColumnChoice | undefined): CodebookRow {
  return choice === undefined ? empty(3) : [choice.code, choice.id, choice.text];
}

function versionCells(question: ColumnQuestion | undefined): CodebookRow {
  return question === undefined ? empty(2) : [question.firstVersion, question.lastVersion];
}

function empty(cells: number): CodebookRow {
  return Array.from({ length: cells }, () => undefined);
}
