import { createReadStream } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { csvRows, FileProblem, fileLimits, inTurns, xlsxRows } from "@survey-open-platform/surveys";

/** The rows of a file as they are read. */
export async function* tableRows(file: string): AsyncGenerator<readonly string[]> {
  yield* (await isWorkbook(file)) ? workbookRows(file) : csvRows(textOf(file));
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
