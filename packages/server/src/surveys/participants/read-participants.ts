import {
  type CsvDelimiter,
  csvCellText,
  isFormula,
  type PlatformZone,
  readCsvTable,
} from "@survey-open-platform/surveys";
import {
  checkParticipant,
  isTelephoneNumber,
  knownBy,
  type NewParticipant,
  type ParticipantProblem,
} from "../../model/participant.ts";
import { decodeTable, type TableEncoding } from "./decode-table.ts";
import { linkEndIn } from "./link-end-in.ts";

/** A column of a table: a field of ours, or one of the author's by its name. */
export type ParticipantColumn = { readonly title: string; readonly field: KnownField | "own" };

const knownFields = ["email", "phone", "code", "name", "language", "until"] as const;
type KnownField = (typeof knownFields)[number];

/** A line of a table, from 1 with the line of titles. */
interface NamedLine {
  readonly line: number;
  /** What the line says about whom it means. */
  readonly text: string;
}

/** What is wrong with a line. */
export interface LineProblem extends NamedLine {
  readonly code: ParticipantProblem | "until" | "twice" | "unreadable" | "no_column" | "quotes";
  /** The line before that names the same person. */
  readonly earlier?: number;
}

/** People in a table. */
export interface ReadParticipants {
  readonly encoding: TableEncoding;
  /** What separates cells. */
  readonly delimiter: CsvDelimiter;
  readonly columns: readonly ParticipantColumn[];
  readonly participants: readonly NewParticipant[];
  readonly problems: readonly LineProblem[];
  /** Lines with something that a spreadsheet would take for a formula. */
  readonly formulas: readonly NamedLine[];
}

/** A line with its cells. */
interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The names that tables give to our fields, in small letters. */
const titles: Readonly<Record<KnownField, RegExp>> = {
  email: /^(?:e-?mail.*|mail|(?:mail|e-?mail) ?address|邮箱.*|电子邮件.*|邮件)$/,
  phone: /^(?:phone.*|tel.*|mobile.*|cell.*|手机.*|电话.*)$/,
  code: /^(?:code|id|token|number|no|编号|代码|工号|学号)\.?$/,
  name: /^(?:name|full ?name|姓名|名字|称呼)$/,
  language: /^(?:lang|language|语言)$/,
  until: /^(?:until|(?:link )?ends?(?: |_)?at|截止.*|有效期.*)$/,
};

/** Reads people to be invited: a table with a line of titles, or one address in each line. @param zone in which its times are meant */
export function readParticipants(content: Uint8Array, zone: PlatformZone): ReadParticipants {
  const { text, encoding } = decodeTable(content);
  const { delimiter, rows, brokenLine } = readCsvTable(text);
  const lines = rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => csvCellText(cell.trim())),
  }));
  const first = lines[0]?.cells ?? [];
  const headed = columnsOf(first);
  const isHeaded = headed.some(({ field }) => field !== "own");
  const people = isHeaded ? lines.slice(1) : lines;
  const broken = brokenLine === undefined ? [] : [{ line: brokenLine, code: "quotes", text: "" } as const];
  const read = readPeople(people, { columns: isHeaded ? headed : undefined, zone });
  return {
    encoding,
    delimiter,
    columns: isHeaded ? headed : guessed(first),
    participants: read.participants,
    problems: [...unreadable(isHeaded ? lines.slice(0, 1) : []), ...read.problems, ...broken],
    formulas: people.filter(({ cells }) => cells.some(looksLikeFormula)).map(named),
  };
}

interface Reading {
  /** Undefined for a list without titles, each line of which is guessed. */
  readonly columns: readonly ParticipantColumn[] | undefined;
  readonly zone: PlatformZone;
}

function readPeople(
  rows: readonly Row[],
  { columns, zone }: Reading,
): Pick<ReadParticipants, "participants" | "problems"> {
  const seen = new Map<string, number>();
  const participants: NewParticipant[] = [];
  const problems: LineProblem[] = [];
  for (const row of rows) {
    const checked = checkRow(row, { columns: columns ?? guessed(row.cells), zone });
    const earlier = typeof checked === "string" ? undefined : seen.get(knownBy(checked));
    if (typeof checked === "string") problems.push({ ...named(row), code: checked });
    else if (earlier !== undefined) problems.push({ ...named(row), code: "twice", earlier });
    else {
      seen.set(knownBy(checked), row.line);
      participants.push(checked);
    }
  }
  return { participants, problems };
}

function checkRow(
  row: Row,
  { columns, zone }: Reading & { readonly columns: readonly ParticipantColumn[] },
): NewParticipant | Exclude<LineProblem["code"], "twice" | "quotes"> {
  const [problem] = unreadable([row]);
  if (problem !== undefined) return "unreadable";
  if (row.cells.some((cell, at) => cell !== "" && isUnknown(columns[at]))) return "no_column";
  const { until, ...given } = givenIn(row.cells, columns);
  const endAt = linkEndIn(until ?? "", zone);
  if (endAt === undefined) return "until";
  return checkParticipant({ ...given, ...(endAt !== null && { endAt }) });
}

/** A value there has no place to go. */
function isUnknown(column: ParticipantColumn | undefined): boolean {
  return column === undefined || (column.field === "own" && column.title === "");
}

/** Rows with what the encoding has no character for. */
function unreadable(rows: readonly Row[]): readonly LineProblem[] {
  return rows
    .filter(({ cells }) => cells.some((cell) => cell.includes("\uFFFD")))
    .map((row) => ({ ...named(row), code: "unreadable" }));
}

function looksLikeFormula(cell: string): boolean {
  return isFormula(cell) && !isTelephoneNumber(cell);
}

function named({ line, cells }: Row): NamedLine {
  const text = cells.filter((cell) => cell !== "").join(", ");
  return { line, text: text.slice(0, 80) };
}

/** Of two columns for the same field the second is the author's own; of two with the same title it has none. */
function columnsOf(row: readonly string[]): readonly ParticipantColumn[] {
  const fields = row.map(fieldOf);
  return row.map((title, at) => {
    const field = fields[at] ?? "own";
    if (field !== "own" && fields.indexOf(field) === at) return { title, field };
    return { title: row.indexOf(title) === at ? title : "", field: "own" };
  });
}

function fieldOf(title: string): ParticipantColumn["field"] {
  const small = title.toLowerCase();
  return knownFields.find((field) => titles[field].test(small)) ?? "own";
}

/** Without titles, of each line: what has an @ is an address, else the first is a telephone number or a code; the next is a name. */
function guessed(row: readonly string[]): readonly ParticipantColumn[] {
  const email = row.findIndex((cell) => cell.includes("@"));
  const known = Math.max(email, 0);
  const name = known === 0 ? 1 : 0;
  return row.map((cell, at) => {
    if (at === name) return { title: "", field: "name" };
    if (at !== known) return { title: "", field: "own" };
    return { title: "", field: email === -1 ? (isTelephoneNumber(cell) ? "phone" : "code") : "email" };
  });
}
function givenIn(row: readonly string[], columns: readonly ParticipantColumn[]) {
  const of = (field: KnownField) => row[columns.findIndex((column) => column.field === field)];
  const own = columns.flatMap(({ title, field }, at) =>
    field === "own" && title !== "" ? [[title, row[at] ?? ""] as const] : [],
  );
  return {
    email: of("email"),
    phone: of("phone"),
    code: of("code"),
    name: of("name"),
    language: of("language"),
    until: of("until"),
    fields: Object.fromEntries(own),
  };
}
