import type { AnswerValues } from "../model/answer-values.ts";
import { idsInCell } from "../model/matrix-cells.ts";
import type { ExportColumn } from "./export-column.ts";

type WriteValues = (values: AnswerValues) => Readonly<Record<string, unknown>>;

/** Makes the function that puts codes in the place of ids, in what another one makes of the values of an answer. */
export function codeWriter(columns: readonly ExportColumn[], write: WriteValues): WriteValues {
  const codes = new Map(columns.flatMap(({ question }) => (question ? [[question.id, question.codes]] : [])));
  return (values) =>
    Object.fromEntries(
      Object.entries(write(values)).map(([id, value]) => {
        const own = codes.get(id);
        return own === undefined ? [id, value] : [own.get(id) ?? id, withCodes(value, own)];
      }),
    );
}

/** Lists are of ids; a text alone is what a respondent wrote. */
function withCodes(value: unknown, codes: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((id: unknown) => codes.get(String(id)) ?? id);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([id, part]) => {
      const names = idsInCell(id).map((one) => codes.get(one) ?? one);
      return [names.join("/"), withCodes(part, codes)];
    }),
  );
}
