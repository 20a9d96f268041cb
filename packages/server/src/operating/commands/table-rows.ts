import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { CommandError } from "@survey-open-platform/service";
import { csvRows, FileProblem, fileLimits, inTurns, xlsxRows } from "@survey-open-platform/surveys";

/** A row of a table; that of the heads is row 1. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** The rows of a file with their numbers, as they are read. @throws `CommandError` */
export async function* tableRows(file: string): AsyncGenerator<TableRow> {
  let row = 0;
  try {
    for await (const cells of (await isWorkbook(file)) ? workbookRows(file) : csvRows(textOf(file))) {
      row += 1;
      yield { row, cells };
    }
  } catch (error) {
    if (error instanceof CommandError || isFromDatabase(error)) throw error;
    const why = error instanceof FileProblem ? error.message : "cannot be read as text in UTF-8";
    throw new CommandError(`Nothing was changed. The file ${why}, at row ${row + 1}.`);
  }
}

/** What the reader of a row throws comes through here as well. */
function isFromDatabase(error: unknown): boolean {
  return !(error instanceof FileProblem) && !(error instanceof TypeError) && !isMissing(error);
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ENOENT", "EISDIR", "EACCES"].includes(String(error.code))
  );
}

async function isWorkbook(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString("latin1") === "PK";
  } finally {
    await handle.close();
  }
}

async function* workbookRows(file: string): AsyncGenerator<readonly string[]> {
  if ((await stat(file)).size > fileLimits.bytes)
    throw new FileProblem("is a workbook larger than 10 MB: save it as CSV");
  yield* await inTurns(xlsxRows(await readFile(file)));
}

async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // A stream without an encoding is one of buffers.
  const chunks = createReadStream(file) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
