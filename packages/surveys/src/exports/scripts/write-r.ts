import { slicesInTurns } from "../../model/in-turns.ts";
import type { AnswerTable } from "../answer-table.ts";
import { codebookBatches } from "../codebook.ts";
import type { ExportColumn } from "../export-column.ts";
import { oneLine } from "../spss-text.ts";
import { csvChunks } from "../write-csv.ts";
import { type ZipEntry, zipStream } from "../zip-stream.ts";
import { codedCsv } from "./coded-csv.ts";

const files = { data: "answers.csv", script: "answers.R", codebook: "codebook.csv" };
/** Lines that are made in one turn of the event loop. */
const linesInTurn = 1000;

/** Writes answers for R, as a zip file: the data, the script that reads them into a data frame with labels, and the codebook. */
export function writeR(table: AnswerTable): AsyncGenerator<Uint8Array> {
  return zipStream(entries(table));
}

function* entries(table: AnswerTable): Generator<ZipEntry> {
  const names = table.columns.map(({ name }) => name);
  yield { path: files.data, chunks: codedCsv(table, names) };
  yield { path: files.script, chunks: rScript(table) };
  yield { path: files.codebook, chunks: csvChunks(codebookBatches(table.columns)) };
}

async function* rScript({ columns, zone }: AnswerTable): AsyncGenerator<string> {
  yield beginning(zone.name);
  for await (const lines of slicesInTurns(columns.flatMap(columnLines), linesInTurn))
    yield `${lines.join("\n")}\n`;
}

/**
 * Every cell is read as a text first: R would take codes of postal areas for numbers. The apostrophe that keeps spreadsheets from computing a
 * text is taken away again.
 */
function beginning(zone: string): string {
  return `# Run it in the folder of ${files.data}: source("${files.script}", encoding = "UTF-8")
answers <- read.csv("${files.data}", encoding = "UTF-8", colClasses = "character", na.strings = "",
                    check.names = FALSE, strip.white = FALSE)
as_given <- function(x) sub("^'(?='*[=+\\\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20])", "", x, perl = TRUE)
as_moment <- function(x) as.POSIXct(x, format = "%Y-%m-%d %H:%M:%S", tz = ${quoted(zone)})
as_day <- function(x) {
  if (all(is.na(x) | grepl("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", x))) as.Date(x) else x
}
`;
}

function columnLines({ name, title, kind, choices }: ExportColumn): readonly string[] {
  const column = `answers[["${name}"]]`;
  return [
    `${column} <- ${conversions[kind](column, choices)}`,
    `attr(${column}, "label") <- ${quoted(title)}`,
  ];
}

const conversions: Readonly<
  Record<ExportColumn["kind"], (column: string, choices: ExportColumn["choices"]) => string>
> = {
  text: (column) => `as_given(${column})`,
  number: (column) => `as.numeric(${column})`,
  time: (column) => `as_moment(${column})`,
  date: (column) => `as_day(${column})`,
  choice: (column, choices) => {
    const codes = choices.map(({ code }) => String(code));
    return `factor(as.integer(${column}), levels = c(${codes.join(", ")}), labels = c(${distinct(choices).join(", ")}))`;
  },
};

/** A factor puts levels with the same label together: of two options with the same text, the second has its code. */
function distinct(choices: ExportColumn["choices"]): readonly string[] {
  const seen = new Set<string>();
  return choices.map(({ code, text }) => {
    const label = seen.has(text) ? `${text} (${code})` : text;
    seen.add(label);
    return quoted(label);
  });
}

/** A text of R, on one line. */
function quoted(text: string): string {
  return `"${oneLine(text)
    .replaceAll("\\", "\\\\")
    .replaceAll('"', String.raw`\"`)}"`;
}
