import { slicesInTurns } from "../model/in-turns.ts";
import type { ColumnChoice, ColumnQuestion, ExportColumn } from "./export-column.ts";

/** The first row of a codebook. */
const header = [
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
  "question_code",
  "label_code",
  "personal",
] as const;

/** A row of a codebook. */
export type CodebookRow = readonly (string | number | undefined)[];

/** Rows that a writer makes in one turn of the event loop: a workbook takes thirty microseconds for each. */
const rowsInTurn = 500;

/**
 * What the columns of an export mean: the header, one row per column, and for a column of choices one row per choice. There may be
 * tens of thousands, so that other work goes on between the batches.
 */
export function codebookBatches(columns: readonly ExportColumn[]): AsyncGenerator<readonly CodebookRow[]> {
  return slicesInTurns(codebookRows(columns), rowsInTurn);
}

function* codebookRows(columns: readonly ExportColumn[]): Generator<CodebookRow> {
  yield header;
  for (const column of columns) {
    if (column.choices.length === 0) yield rowOf(column, undefined);
    for (const choice of column.choices) yield rowOf(column, choice);
  }
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
    question?.codes.get(question.id),
    choice && question?.codes.get(choice.id),
    question?.isPersonal === true ? 1 : 0,
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
