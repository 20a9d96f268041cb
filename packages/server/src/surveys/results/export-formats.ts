import {
  type AnswerTable,
  parquetAnswers,
  writeCsv,
  writeJsonLines,
  writeParquet,
  writeR,
  writeSav,
  writeSpss,
  writeStata,
  writeXlsx,
  xlsxColumns,
} from "@survey-open-platform/surveys";

/** A format that answers are exported in. */
export interface ExportFormat {
  /** How it ends in a file name. */
  readonly extension: string;
  readonly contentType: string;
  readonly write: (table: AnswerTable) => AsyncGenerator<Uint8Array>;
}

/** Every format; a new one is a line here. */
export const exportFormats = {
  csv: { extension: "csv", contentType: "text/csv; charset=utf-8", write: writeCsv },
  xlsx: {
    extension: "xlsx",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: writeXlsx,
  },
  jsonl: { extension: "jsonl", contentType: "application/jsonl; charset=utf-8", write: writeJsonLines },
  sav: { extension: "sav", contentType: "application/x-spss-sav", write: writeSav },
  spss: { extension: "spss.zip", contentType: "application/zip", write: writeSpss },
  r: { extension: "r.zip", contentType: "application/zip", write: writeR },
  stata: { extension: "stata.zip", contentType: "application/zip", write: writeStata },
  parquet: { extension: "parquet", contentType: "application/vnd.apache.parquet", write: writeParquet },
} as const satisfies Readonly<Record<string, ExportFormat>>;

/** The name of a format in a form. */
export type ExportFormatName = keyof typeof exportFormats;

/** Every name of a format, in the order of the page: that of most people is first. */
export const exportFormatNames: readonly ExportFormatName[] = [
  "xlsx",
  "csv",
  "jsonl",
  "sav",
  "spss",
  "r",
  "stata",
  "parquet",
];

/** Whether a format has a place for so many columns and answers. */
export function fitsFormat(format: ExportFormatName, columns: number, answers: number): boolean {
  if (format === "xlsx") return columns <= xlsxColumns;
  return format !== "parquet" || answers <= parquetAnswers(columns);
}
