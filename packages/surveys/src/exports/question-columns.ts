import { blanksIn, listAt, listIn, textAt, textIn, type AnswerValue } from "../model/answer-values.ts";
import { codesIn } from "../model/codes.ts";
import { fileNamesIn } from "../model/file-reference.ts";
import { matrixCells } from "../model/matrix-cells.ts";
import { numberIn } from "../model/number-in.ts";
import { optionLabel } from "../model/option-blanks.ts";
import { isPersonalQuestion } from "../model/personal-question.ts";
import type { AnswerKind } from "../question-types/question-type.ts";
import { answersOf } from "../question-types/question-types.ts";
import type { MergedQuestion } from "../results/merge-versions.ts";
import type { Cell, ColumnChoice, ColumnNaming, ExportColumn } from "./export-column.ts";
import type { ExportedAnswer } from "./exported-answer.ts";

/** Makes a name of a column out of ids. */
export type NameColumn = (...ids: readonly string[]) => string;

/** A column as the type of a question describes it. */
interface TypeColumn {
  readonly rowId?: string;
  readonly partId?: string;
  /** What the title of the question is followed by. */
  readonly suffix?: string;
  readonly kind: ExportColumn["kind"];
  /** Of numbers, where they are not amounts. */
  readonly measure?: ExportColumn["measure"];
  readonly read: (value: AnswerValue) => Cell;
}

type ColumnMaker = (merged: MergedQuestion) => readonly TypeColumn[];

const text: ColumnMaker = ({ numbers }) => [typed(numbers.has(""), textIn)];

const moment: ColumnMaker = () => [{ kind: "date", read: (value) => filled(textIn(value)) }];

const mark: ColumnMaker = () => [
  { kind: "number", measure: "ordinal", read: (value) => numberIn(textIn(value)) },
];

const files: ColumnMaker = () => [{ kind: "text", read: (value) => filled(fileNamesIn(value).join("; ")) }];

const singleChoice: ColumnMaker = (merged) => [
  { kind: "choice", read: (value) => codeOf(listIn(value), merged.optionCodes) },
  ...optionBlanks(merged),
];

const severalChoices: ColumnMaker = (merged) => [
  ...merged.question.options.map((option): TypeColumn => ({
    partId: option.id,
    suffix: optionLabel(merged.question, option),
    kind: "number",
    measure: "nominal",
    read: (value) => (listIn(value).includes(option.id) ? 1 : 0),
  })),
  ...optionBlanks(merged),
];

const ranking: ColumnMaker = ({ question }) =>
  question.options.map(({ id, text: suffix }) => ({
    partId: id,
    suffix,
    kind: "number",
    measure: "ordinal",
    read: (value) => listIn(value).indexOf(id) + 1 || undefined,
  }));

const blanks: ColumnMaker = ({ question, numbers }) =>
  question.blank_setting.map(({ id, text: suffix }) => ({
    partId: id,
    suffix,
    ...typed(numbers.has(id), (value) => textAt(value, id)),
  }));

/** The texts of a linked choice, outermost first. */
const path: ColumnMaker = ({ question }) => {
  const texts = new Map(question.groups.map((entry) => [entry.id, entry.text]));
  return [
    {
      kind: "text",
      read: (value) =>
        filled(
          listIn(value)
            .map((id) => texts.get(id))
            .join(" / "),
        ),
    },
  ];
};

const rowsOfOneChoice: ColumnMaker = ({ question, optionCodes }) =>
  question.subTitles.map(({ id, text: suffix }) => ({
    rowId: id,
    suffix,
    kind: "choice",
    read: (value) => codeOf(listAt(value, id), optionCodes),
  }));

const rowsOfSeveralChoices: ColumnMaker = ({ question }) =>
  question.subTitles.flatMap((row) =>
    question.options.map((option) => ({
      rowId: row.id,
      partId: option.id,
      suffix: `${row.text}: ${option.text}`,
      kind: "number" as const,
      measure: "nominal" as const,
      read: (value: AnswerValue) => inRow(listAt(value, row.id), option.id),
    })),
  );

const rowsOfMarks: ColumnMaker = ({ question }) =>
  question.subTitles.map(({ id, text: suffix }) => ({
    rowId: id,
    suffix,
    kind: "number",
    measure: "ordinal",
    read: (value) => numberIn(textAt(value, id)),
  }));

const cellsOfTexts: ColumnMaker = ({ question, numbers }) =>
  matrixCells(question).map(({ id, rowId, columnId, row, column }) => ({
    rowId,
    partId: columnId,
    suffix: `${row}: ${column}`,
    ...typed(numbers.has(""), (value) => textAt(value, id)),
  }));

const columnMakers: Readonly<Record<AnswerKind, ColumnMaker>> = {
  none: () => [],
  one_option: singleChoice,
  options: severalChoices,
  ranking,
  mark,
  text,
  moment,
  files,
  path,
  blanks,
  row_option: rowsOfOneChoice,
  row_options: rowsOfSeveralChoices,
  row_marks: rowsOfMarks,
  row_texts: cellsOfTexts,
};

/** How columns are named. */
export interface Naming {
  readonly naming: ColumnNaming;
  readonly nameOf: NameColumn;
}

/** A question, and how its columns are named. */
interface NamedQuestion extends Naming {
  readonly merged: MergedQuestion;
  readonly codes: ReadonlyMap<string, string>;
}

/** The columns of one question, over all versions that have it. */
export function questionColumns(merged: MergedQuestion, { naming, nameOf }: Naming): readonly ExportColumn[] {
  const numbers = naming === "codes" ? ownNumbers(merged) : undefined;
  const numbered = numbers === undefined ? merged : { ...merged, optionCodes: numbers };
  const named = { merged: numbered, naming, nameOf, codes: codesIn(merged.question) };
  return columnMakers[answersOf(merged.question)](numbered).map((column) => exportColumn(named, column));
}

/** The codes of options where each is a whole number of its own. */
function ownNumbers({ question: { options } }: MergedQuestion): ReadonlyMap<string, number> | undefined {
  if (!options.every(({ code = "" }) => /^-?\d{1,9}$/.test(code))) return undefined;
  const numbers = new Map(options.map(({ id, code }) => [id, Number(code)]));
  return new Set(numbers.values()).size === options.length ? numbers : undefined;
}

function exportColumn(named: NamedQuestion, column: TypeColumn): ExportColumn {
  const { merged, codes, naming, nameOf } = named;
  const { question, isArchived, archivedParts, firstVersion, lastVersion } = merged;
  const { rowId = "", partId = "", suffix, kind, measure = measureOf(kind), read } = column;
  const { id, type } = question;
  const about = { id, type, codes, firstVersion, lastVersion };
  const title = titleOf(merged, suffix);
  const name = nameOf(
    ...[id, rowId, partId].filter((part) => part !== "").map((part) => nameOfPart(named, part)),
  );
  const isPartArchived = archivedParts.has(rowId) || archivedParts.has(partId);
  const isPersonal = isPersonalQuestion(question);
  return {
    name,
    title,
    head: naming === "codes" ? name : title,
    kind,
    measure,
    choices: kind === "choice" ? choicesOf(named) : [],
    question: {
      ...about,
      title: question.title,
      rowId,
      partId,
      isArchived: isArchived || isPartArchived,
      isPersonal,
    },
    cell: ({ values }: ExportedAnswer) => {
      const value = Object.hasOwn(values, id) ? values[id] : undefined;
      return value === undefined ? undefined : read(value);
    },
  };
}

/** What can be done with most columns of a kind. */
export function measureOf(kind: ExportColumn["kind"]): ExportColumn["measure"] {
  return kind === "text" || kind === "choice" ? "nominal" : "scale";
}

function titleOf({ question, isArchived }: MergedQuestion, suffix: string | undefined): string {
  const title = isArchived ? question.title : `${question.real_index}. ${question.title}`;
  return suffix === undefined ? title : `${title} [${suffix}]`;
}

/** An id stands for a code of which no letter or digit of a name is left. */
function nameOfPart({ naming, codes }: NamedQuestion, id: string): string {
  const code = naming === "codes" ? codes.get(id) : undefined;
  return code !== undefined && /[A-Za-z0-9]/.test(code) ? code : id;
}

function choicesOf({ merged, naming, codes }: NamedQuestion): readonly ColumnChoice[] {
  const { question, optionCodes, archivedParts } = merged;
  return question.options.map((option) => {
    const { id } = option;
    const [code, label] = [optionCodes.get(id) ?? 0, optionLabel(question, option)];
    const own = codes.get(id);
    const shown = own === undefined || own === String(code) ? code : own;
    const isArchived = archivedParts.has(id);
    return { code, id, text: label, shown: naming === "codes" ? shown : label, isArchived };
  });
}

/** A blank inside an option has a column of its own. */
function optionBlanks({ question, numbers }: MergedQuestion): readonly TypeColumn[] {
  const texts = new Map(question.options.map((option) => [option.id, optionLabel(question, option)]));
  return question.blank_setting.map(({ id, text: label, attach_id }) => ({
    partId: id,
    suffix: texts.get(attach_id) ?? label,
    ...typed(numbers.has(id), (value) => textAt(blanksIn(value), id)),
  }));
}

function codeOf([chosen]: readonly string[], codes: ReadonlyMap<string, number>): Cell {
  return chosen === undefined ? undefined : codes.get(chosen);
}

/** A row without an answer is empty; in an answered one, each option is chosen or not. */
function inRow(chosen: readonly string[], id: string): Cell {
  if (chosen.length === 0) return undefined;
  return chosen.includes(id) ? 1 : 0;
}

function filled(content: string): Cell {
  return content === "" ? undefined : content;
}

/** A text that was typed, or the number that it is where nothing but numbers is taken. */
function typed(isNumber: boolean, textOf: (value: AnswerValue) => string): Pick<TypeColumn, "kind" | "read"> {
  return isNumber
    ? { kind: "number", read: (value) => numberIn(textOf(value)) }
    : { kind: "text", read: (value) => filled(textOf(value)) };
}
