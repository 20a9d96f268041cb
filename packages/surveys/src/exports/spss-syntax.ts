import { slicesInTurns } from "../model/in-turns.ts";
import type { SpssColumn } from "./spss-column.ts";
import { oneLine, spssLabelBytes, withinBytes } from "./spss-text.ts";

/** Lines of syntax that are made in one turn of the event loop. */
const linesInTurn = 1000;

/** Writes the syntax that reads the data file and names everything in it, some lines at a time. */
export async function* spssSyntax(columns: readonly SpssColumn[], dataFile: string): AsyncGenerator<string> {
  for await (const lines of slicesInTurns(syntaxLines(columns, dataFile), linesInTurn))
    yield `${lines.join("\n")}\n`;
}

function* syntaxLines(columns: readonly SpssColumn[], dataFile: string): Generator<string> {
  yield "* Encoding: UTF-8.";
  yield* getData(columns, dataFile);
  yield* variableLabels(columns);
  yield* valueLabels(columns);
  yield* shownFormats(columns);
  yield "EXECUTE.";
}

function* getData(columns: readonly SpssColumn[], dataFile: string): Generator<string> {
  yield* [
    "GET DATA",
    "  /TYPE=TXT",
    `  /FILE='${dataFile}'`,
    "  /ENCODING='UTF-8'",
    "  /ARRANGEMENT=DELIMITED",
    "  /DELIMITERS='\\t'",
    `  /QUALIFIER='"'`,
    "  /FIRSTCASE=2",
    "  /VARIABLES=",
  ];
  for (const [column, end] of withEnds(columns)) yield `    ${column.column.name} ${column.format()}${end}`;
}

function* variableLabels(columns: readonly SpssColumn[]): Generator<string> {
  yield "VARIABLE LABELS";
  for (const [{ column }, end] of withEnds(columns)) {
    yield `  ${column.name} ${quoted(column.title, spssLabelBytes.variable)}${end}`;
    if (end === "") yield "  /";
  }
}

function* valueLabels(columns: readonly SpssColumn[]): Generator<string> {
  for (const { column } of columns) {
    if (column.choices.length === 0) continue;
    yield "VALUE LABELS";
    yield `  ${column.name}`;
    for (const [{ code, text }, end] of withEnds(column.choices))
      yield `    ${code} ${quoted(text, spssLabelBytes.value)}${end}`;
  }
}

/** Each item with what follows it: a command ends with a point. */
function* withEnds<Item>(items: readonly Item[]): Generator<readonly [Item, string]> {
  for (const [at, item] of items.entries()) yield [item, at === items.length - 1 ? "." : ""];
}

function* shownFormats(columns: readonly SpssColumn[]): Generator<string> {
  for (const column of columns) {
    const format = column.shownFormat();
    if (format !== undefined) yield `FORMATS ${column.column.name} (${format}).`;
  }
}

/** A text between quotation marks, on one line: a line break would end the command. */
function quoted(text: string, bytes: number): string {
  return `'${withinBytes(oneLine(text), bytes).replaceAll("'", "''")}'`;
}
