import { slicesInTurns } from "../../model/in-turns.ts";
import type { AnswerTable } from "../answer-table.ts";
import { codebookBatches } from "../codebook.ts";
import type { ExportColumn } from "../export-column.ts";
import { oneLine } from "../spss-text.ts";
import { csvChunks } from "../write-csv.ts";
import { type ZipEntry, zipStream } from "../zip-stream.ts";
import { codedCsv } from "./coded-csv.ts";
import { stataNames } from "./stata-names.ts";

const files = { data: "answers.csv", script: "answers.do", codebook: "codebook.csv" };
/** The longest label of a variable, in characters. */
const longestVariableLabel = 80;
/** The longest label of a value, in characters; the format takes more, but no table shows it. */
const longestValueLabel = 1000;
/** Lines that are made in one turn of the event loop. */
const linesInTurn = 1000;

/** Writes answers for Stata, as a zip file: the data, the do-file that reads them and names everything, and the codebook. */
export function writeStata(table: AnswerTable): AsyncGenerator<Uint8Array> {
  return zipStream(entries(table));
}

function* entries(table: AnswerTable): Generator<ZipEntry> {
  const names = stataNames(table.columns.map(({ name }) => name));
  yield { path: files.data, chunks: codedCsv(table, names) };
  yield { path: files.script, chunks: doFile(table, names) };
  yield { path: files.codebook, chunks: csvChunks(codebookBatches(table.columns)) };
}

async function* doFile({ columns }: AnswerTable, names: readonly string[]): AsyncGenerator<string> {
  yield beginning;
  const lines = columns.flatMap((column, at) => columnLines(column, names[at] ?? "", at + 1));
  for await (const some of slicesInTurns(lines, linesInTurn)) yield `${some.join("\n")}\n`;
  yield "compress\n";
}

/**
 * Every cell is read as a text first. The apostrophe that keeps spreadsheets from computing a text is taken away again: the programs do so
 * without a macro that could end in the text.
 */
const beginning = `* Run it in the folder of ${files.data}: do ${files.script}
version 14
clear
import delimited using "${files.data}", varnames(1) case(preserve) stringcols(_all) encoding("utf-8") bindquotes(strict) maxquotedrows(unlimited)
capture program drop sop_given
program sop_given
  args name
  quietly replace \`name' = usubstr(\`name', 2, .) if ustrregexm(\`name', "^'+[=+@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20-]")
end
capture program drop sop_moment
program sop_moment
  args name function mask format
  tempvar made
  quietly generate double \`made' = \`function'(\`name', "\`mask'")
  order \`made', before(\`name')
  drop \`name'
  rename \`made' \`name'
  format \`name' \`format'
end
capture program drop sop_day
program sop_day
  args name
  quietly count if \`name' != "" & !ustrregexm(\`name', "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
  if r(N) == 0 sop_moment \`name' date YMD %td
end
`;

function columnLines(column: ExportColumn, name: string, number: number): readonly string[] {
  const { kind, title, choices } = column;
  const label = `label variable ${name} ${quoted(title, longestVariableLabel)}`;
  if (choices.length === 0) return [conversions[kind](name), label];
  const labels = choices.map(
    ({ code, text }) => `label define l${number} ${code} ${quoted(text, longestValueLabel)}, add`,
  );
  return [conversions[kind](name), label, ...labels, `label values ${name} l${number}`];
}

const conversions: Readonly<Record<ExportColumn["kind"], (name: string) => string>> = {
  text: (name) => `sop_given ${name}`,
  number: (name) => `destring ${name}, replace`,
  choice: (name) => `destring ${name}, replace`,
  time: (name) => `sop_moment ${name} clock YMDhms %tc`,
  date: (name) => `sop_day ${name}`,
};

/**
 * A text of Stata, on one line. A quotation mark could end it, a backquote or a dollar sign would begin the name of a macro, and a backslash
 * would take the meaning from what follows it; others that look alike stand for them.
 */
function quoted(text: string, characters: number): string {
  const harmless = oneLine(text)
    .replaceAll('"', "\u201D")
    .replaceAll("`", "\u2018")
    .replaceAll("$", "\uFF04")
    .replaceAll("\\", "\uFF3C");
  return `"${Array.from(harmless).slice(0, characters).join("")}"`;
}
