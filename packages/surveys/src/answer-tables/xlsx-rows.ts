import type { InTurns } from "../model/in-turns.ts";
import { FileProblem } from "../imports/file-problem.ts";
import { unpackZipInTurns } from "../imports/unpack-zip.ts";
import { firstSheetRows } from "../imports/xlsform/read-workbook.ts";

/** The rows of the first sheet of a workbook. Formulas have the value that was stored with them. @throws `FileProblem` */
export function* xlsxRows(content: Uint8Array): InTurns<readonly (readonly string[])[]> {
  const parts = yield* unpackZipInTurns(content, (name) => /\.(?:xml|rels)$/i.test(name));
  const rows = yield* firstSheetRows(parts);
  if (rows === undefined) throw new FileProblem("is a workbook without a sheet");
  return rows;
}
