import type { AnswerValues } from "../model/answer-values.ts";
import { cellId } from "../model/matrix-cells.ts";
import { numberIn } from "../model/number-in.ts";
import type { ExportColumn } from "./export-column.ts";

/** Makes the function that puts numbers in the place of texts, in answers to questions whose columns are of numbers. */
export function numberReader(
  columns: readonly ExportColumn[],
): (values: AnswerValues) => Readonly<Record<string, unknown>> {
  const parts = new Map<string, Set<string>>();
  for (const { kind, question } of columns) {
    if (kind !== "number" || question === undefined) continue;
    const { id, rowId, partId } = question;
    const name = rowId === "" || partId === "" ? rowId || partId : cellId(rowId, partId);
    parts.set(id, (parts.get(id) ?? new Set()).add(name));
  }
  return (values) =>
    Object.fromEntries(
      Object.entries(values).map(([id, value]) => {
        const numbers = parts.get(id);
        return [id, numbers === undefined ? value : withNumbers(value, numbers)];
      }),
    );
}

/** Lists are of ids, and stay. @param names of what is a number: `""` for the value itself, or ids of rows, blanks and cells */
function withNumbers(value: unknown, names: ReadonlySet<string>, name = ""): unknown {
  if (typeof value === "string") return names.has(name) ? (numberIn(value) ?? value) : value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([id, part]) => [id, withNumbers(part, names, id)]));
}
