import { csvRows, inTurns, xlsxRows } from "@survey-open-platform/surveys";

/** The rows of a table that was sent: a workbook, or text in UTF-8. */
export async function* rowsOfUpload(content: Uint8Array): AsyncGenerator<readonly string[]> {
  if (content[0] === 0x50 && content[1] === 0x4b) yield* await inTurns(xlsxRows(content));
  else yield* csvRows(textOf(content));
}

const pieceBytes = 64 * 1024;

async function* textOf(content: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < content.length; at += pieceBytes)
    yield decoder.decode(content.subarray(at, at + pieceBytes), { stream: true });
  yield decoder.decode();
}
