import type { AnswerTable } from "./answer-table.ts";
import { codebookBatches } from "./codebook.ts";
import { SpssColumn } from "./spss-column.ts";
import { spssSyntax } from "./spss-syntax.ts";
import { csvChunks } from "./write-csv.ts";
import { type ZipEntry, zipStream } from "./zip-stream.ts";

/** Names of the files in the zip file. */
const files = { data: "answers.dat", syntax: "answers.sps", codebook: "codebook.csv" };

/**
 * Writes answers for SPSS and PSPP, as a zip file: the data, the syntax that reads them, and the codebook. The syntax comes
 * after the data, because it says how long the longest text of each column is.
 */
export function writeSpss(table: AnswerTable): AsyncGenerator<Uint8Array> {
  return zipStream(spssFiles(table));
}

function* spssFiles(table: AnswerTable): Generator<ZipEntry> {
  const columns = table.columns.map((column) => new SpssColumn(column, table.zone));
  yield { path: files.data, chunks: dataLines(table, columns) };
  yield { path: files.syntax, chunks: spssSyntax(columns, files.data) };
  yield { path: files.codebook, chunks: csvChunks(codebookBatches(table.columns)) };
}

async function* dataLines({ answers }: AnswerTable, columns: readonly SpssColumn[]): AsyncGenerator<string> {
  yield `${columns.map(({ column }) => column.name).join("\t")}\n`;
  for await (const batch of answers) {
    let lines = "";
    for (const answer of batch) lines += `${columns.map((column) => column.cellOf(answer)).join("\t")}\n`;
    yield lines;
  }
}
