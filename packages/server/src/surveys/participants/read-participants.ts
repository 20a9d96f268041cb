import { csvCellText, decodeText, FileProblem, readCsv } from "@survey-open-platform/surveys";
import {
  checkParticipant,
  knownBy,
  type NewParticipant,
  type ParticipantProblem,
} from "../../model/participant.ts";

/** A column of a table: a field of ours, or one of the author's by its name. */
export type ParticipantColumn = { readonly title: string; readonly field: KnownField | "own" };

const knownFields = ["email", "phone", "code", "name", "language"] as const;
type KnownField = (typeof knownFields)[number];

/** What is wrong with a line, from 1 with the line of titles. */
export interface LineProblem {
  readonly line: number;
  readonly code: ParticipantProblem | "twice";
  /** What the line says about whom it means. */
  readonly text: string;
}

/** People in a table. */
export interface ReadParticipants {
  readonly columns: readonly ParticipantColumn[];
  readonly participants: readonly NewParticipant[];
  readonly problems: readonly LineProblem[];
}

/** The names that tables give to our fields, in small letters. */
const titles: Readonly<Record<KnownField, RegExp>> = {
  email: /^(?:e-?mail.*|mail|(?:mail|e-?mail) ?address|邮箱.*|电子邮件.*|邮件)$/,
  phone: /^(?:phone.*|tel.*|mobile.*|cell.*|手机.*|电话.*)$/,
  code: /^(?:code|id|token|number|no|编号|代码|工号|学号)\.?$/,
  name: /^(?:name|full ?name|姓名|名字|称呼)$/,
  language: /^(?:lang|language|语言)$/,
};

/**
 * Reads people to be invited: a table with a line of titles, or one address in each line.
 *
 * @throws `FileProblem` when it is no table
 */
export function readParticipants(content: Uint8Array): ReadParticipants {
  const rows = readCsv(decodeText(content) ?? inGb18030(content)).map((row) =>
    row.map((cell) => csvCellText(cell.trim())),
  );
  const [first = [], ...others] = rows;
  const isHeaded = first.some((title) => fieldOf(title) !== "own");
  const columns = isHeaded ? first.map((title) => ({ title, field: fieldOf(title) })) : guessed(first);
  const lines = isHeaded ? others : rows;
  const seen = new Set<string>();
  const participants: NewParticipant[] = [];
  const problems: LineProblem[] = [];
  for (const [at, row] of lines.entries()) {
    const checked = checkParticipant(givenIn(row, isHeaded ? columns : guessed(row)));
    const line = at + (isHeaded ? 2 : 1);
    const text = row
      .filter((cell) => cell !== "")
      .join(", ")
      .slice(0, 80);
    if (typeof checked === "string") problems.push({ line, code: checked, text });
    else if (seen.has(knownBy(checked))) problems.push({ line, code: "twice", text });
    else {
      seen.add(knownBy(checked));
      participants.push(checked);
    }
  }
  return { columns, participants, problems };
}

/** What is in neither UTF-8 nor UTF-16 is Chinese text of older programs. */
function inGb18030(content: Uint8Array): string {
  try {
    return new TextDecoder("gb18030", { fatal: true }).decode(content);
  } catch {
    throw new FileProblem("is neither in UTF-8 nor in UTF-16 or GB 18030");
  }
}

function fieldOf(title: string): ParticipantColumn["field"] {
  const small = title.toLowerCase();
  return knownFields.find((field) => titles[field].test(small)) ?? "own";
}

/** Without titles, of each line: what has an @ is an address, else the first is a telephone number or a code; what follows is a name. */
function guessed(row: readonly string[]): readonly ParticipantColumn[] {
  const email = row.findIndex((cell) => cell.includes("@"));
  return row.map((_, at) => {
    if (at === email) return { title: "", field: "email" };
    if (email === -1 && at === 0)
      return { title: "", field: /^\+?[\d ()/.-]{5,}$/.test(row[0] ?? "") ? "phone" : "code" };
    return { title: "", field: "name" };
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
    fields: Object.fromEntries(own),
  };
}
