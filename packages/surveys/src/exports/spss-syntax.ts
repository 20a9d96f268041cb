import type { SpssColumn } from "./spss-column.ts";
import { oneLine, withinBytes } from "./spss-text.ts";

/** The longest labels of variables and of values, in bytes. */
const labelBytes = { variable: 255, value: 120 };

/** Writes the syntax that reads the data file and names everything in it. */
export function spssSyntax(columns: readonly SpssColumn[], dataFile: string): string {
  return [
    "* Encoding: UTF-8.",
    getData(columns, dataFile),
    variableLabels(columns),
    ...valueLabels(columns),
    ...shownFormats(columns),
    "EXECUTE.",
    "",
  ].join("\n");
}

function getData(columns: readonly SpssColumn[], dataFile: string): string {
  const variables = columns.map((column) => `    ${column.column.name} ${column.format()}`);
  return `${[
    "GET DATA",
    "  /TYPE=TXT",
    `  /FILE='${dataFile}'`,
    "  /ENCODING='UTF-8'",
    "  /ARRANGEMENT=DELIMITED",
    "  /DELIMITERS='\\t'",
    `  /QUALIFIER='"'`,
    "  /FIRSTCASE=2",
    "  /VARIABLES=",
    ...variables,
  ].join("\n")}.`;
}

function variableLabels(columns: readonly SpssColumn[]): string {
  const labels = columns.map(({ column }) => `  ${column.name} ${quoted(column.title, labelBytes.variable)}`);
  return `VARIABLE LABELS\n${labels.join("\n  /\n")}.`;
}

function valueLabels(columns: readonly SpssColumn[]): readonly string[] {
  const labelled = columns.filter(({ column }) => column.choices.length > 0);
  return labelled.map(({ column }) => {
    const labels = column.choices.map(({ code, text }) => `    ${code} ${quoted(text, labelBytes.value)}`);
    return `VALUE LABELS\n  ${column.name}\n${labels.join("\n")}.`;
  });
}

function shownFormats(columns: readonly SpssColumn[]): readonly string[] {
  return columns.flatMap((column) => {
    const format = column.shownFormat();
    return format === undefined ? [] : `FORMATS ${column.column.name} (${format}).`;
  });
}

/** A text between quotation marks, on one line: a line break would end the command. */
function quoted(text: string, bytes: number): string {
  return `'${withinBytes(oneLine(text), bytes).replaceAll("'", "''")}'`;
}
