import type { InTurns } from "../../model/in-turns.ts";
import { FileProblem, fileLimits, tooManyCells } from "../file-problem.ts";
import type { NeutralQuestion } from "../neutral-survey.ts";
import { xmlRowsInTurns } from "../parse-xml.ts";
import type { SourceAnswers, SourceColumn, SourceRow } from "../source-answers.ts";

/** A column of answers, and the fields of LimeSurvey that it is made of. */
export interface LimeColumn {
  readonly column: SourceColumn;
  readonly fields: readonly string[];
  /** What a field that is ticked stands for, in an array of checkboxes. */
  readonly ticks?: readonly string[];
  /** What is made of a value. Default: itself. */
  readonly read?: (value: string) => string;
}

/** A question of LimeSurvey as it was made here. */
export interface LimeAnswered {
  /** Its field: `surveyXgroupXquestion`. */
  readonly field: string;
  readonly code: string;
  readonly made: readonly NeutralQuestion[];
}

/** The columns of a question: how LimeSurvey names the fields of each type. */
export function limeColumns(answered: LimeAnswered): readonly LimeColumn[] {
  return answered.made.flatMap((made) =>
    made.code === undefined ? [] : columnsOf(answered, made, made.code),
  );
}

function columnsOf(
  { field, code }: LimeAnswered,
  { type, name, options = [], rows = [], blanks = [] }: NeutralQuestion,
  question: string,
): readonly LimeColumn[] {
  const about = { kind: "question", question } as const;
  // The comment of a list, or one of two scales.
  const [ending, scale] = [name.slice(code.length), name.split("#")[1]];
  const ofRow = (row: string) => `${field}${row}${scale === undefined ? "" : `#${scale}`}`;
  if (tables.has(type)) return columnsOfTable(field, question, { type, rows, options });
  if (rows.length > 0)
    return rows.map((row) => ({ column: { ...about, row: row.code }, fields: [ofRow(row.code)] }));
  if (blanks.length > 0)
    return blanks.map(({ code: part }) => ({ column: { ...about, part }, fields: [`${field}${part}`] }));
  if (type === "sort") return [{ column: about, fields: options.map((_, at) => `${field}${at + 1}`) }];
  if (type === "checkbox") return options.flatMap((option) => ticksOf(field, question, option));
  const other = options.find(({ hasBlank }) => hasBlank === true);
  return [
    { column: about, fields: [`${field}${ending}`] },
    ...(other === undefined
      ? []
      : [{ column: { ...about, part: other.code, isBlankOfOption: true }, fields: [`${field}other`] }]),
  ];
}

/** Types whose cells have a field each. */
const tables: ReadonlySet<string> = new Set(["matrix_text", "matrix_checkbox"]);

/** A column for each cell, or, where cells are ticked, for each row. */
function columnsOfTable(
  field: string,
  question: string,
  { type, rows, options }: Required<Pick<NeutralQuestion, "type" | "rows" | "options">>,
): readonly LimeColumn[] {
  const fieldOfCell = (row: string, option: string) => `${field}${row}_${option}`;
  const codes = options.map(({ code }) => code);
  return rows.flatMap(({ code: row }): readonly LimeColumn[] => {
    const about = { kind: "question", question, row } as const;
    if (type === "matrix_checkbox")
      return [{ column: about, fields: codes.map((code) => fieldOfCell(row, code)), ticks: codes }];
    return codes.map((part) => ({ column: { ...about, part }, fields: [fieldOfCell(row, part)] }));
  });
}

/** A tick, and what was written beside it; "other" is ticked by what was written. */
function ticksOf(
  field: string,
  question: string,
  { code: part, hasBlank }: { readonly code: string; readonly hasBlank?: boolean },
): readonly LimeColumn[] {
  const tick = { column: { kind: "question", question, part }, fields: [`${field}${part}`] } as const;
  if (hasBlank !== true) return [tick];
  const isOther = part === "other";
  const blank = {
    column: { kind: "question", question, part, isBlankOfOption: true },
    fields: [isOther ? `${field}other` : `${field}${part}comment`],
  } as const;
  return [isOther ? { ...tick, read: (value) => (value === "" ? "" : "Y") } : tick, blank];
}

/** What LimeSurvey has for a question that was not shown. */
const notShown = "{question_not_shown}";

/** A moment of a survey that does not say when it was answered. */
const unknownMoment = /^(?:1980-01-01|1970-01-01|0000-00-00)\b/;

/** Reads the answers of an archive (`.lsr`). Those without a date of sending were not sent. @throws `FileProblem` */
export function* readLimeAnswers(
  fileName: string,
  xml: string,
  columns: readonly LimeColumn[],
): InTurns<SourceAnswers> {
  const found = yield* xmlRowsInTurns(xml, "row");
  const all: readonly LimeColumn[] = [
    { column: { kind: "started" }, fields: ["startdate"], read: momentIn },
    { column: { kind: "ended" }, fields: ["submitdate"], read: momentIn },
    ...columns,
  ];
  if (found.length * all.length > fileLimits.cells) throw new FileProblem(tooManyCells);
  const rows: SourceRow[] = [];
  for (const [at, texts] of found.entries()) {
    const row = new Map([...texts].map(([name, text]) => [fieldOf(name), text.trim()]));
    if ((row.get("submitdate") ?? "") !== "") rows.push(answerIn(row, all));
    if (at % rowsInTurn === 0) yield;
  }
  const columnsOfAll = all.map(({ column }) => column);
  return { fileName, columns: columnsOfAll, rows, unsent: found.length - rows.length };
}

const rowsInTurn = 200;

function answerIn(row: ReadonlyMap<string, string>, columns: readonly LimeColumn[]): SourceRow {
  const cells = columns.map(({ fields, ticks, read = (value) => value }) =>
    read(
      fields
        .map((field, at) => tickedOr(row.get(field) ?? "", ticks?.[at]))
        .filter((value) => value !== "" && value !== notShown)
        .join(";"),
    ),
  );
  return { name: row.get("id") ?? "", cells };
}

/** What a tick stands for, or a value as it is. */
function tickedOr(value: string, tick: string | undefined): string {
  return tick !== undefined && value === "1" ? tick : value;
}

/** Names of elements begin with no digit, and have no number sign. */
function fieldOf(name: string): string {
  return name.replace(/^_/, "").replaceAll("-", "#");
}

function momentIn(value: string): string {
  return unknownMoment.test(value) ? "" : value;
}
