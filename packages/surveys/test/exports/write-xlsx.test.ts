import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { read, utils, type WorkBook } from "xlsx";
import type { AnswerTable } from "../../src/exports/answer-table.ts";
import { writeXlsx, xlsxColumns } from "../../src/exports/write-xlsx.ts";
import { columnLetters } from "../../src/exports/xlsx-sheet.ts";
import {
  answerWith,
  batchesOf,
  bytesOf,
  hostileTexts,
  idOf,
  questionOf,
  tableOf,
} from "./export-fixtures.ts";

/** The workbook as SheetJS reads it. */
async function workbookOf(table: AnswerTable, rowsPerSheet?: number): Promise<WorkBook> {
  const bytes = await bytesOf(writeXlsx(table, rowsPerSheet === undefined ? {} : { rowsPerSheet }));
  return read(bytes, { cellFormula: true });
}

function rowsOf(workbook: WorkBook, sheet: string): readonly Readonly<Record<string, unknown>>[] {
  return utils.sheet_to_json(workbook.Sheets[sheet] ?? {}, { raw: true });
}

const comment = questionOf("textarea");

describe("XLSX, read by SheetJS", () => {
  test("has numbers, choices as texts, and moments", async () => {
    const radio = questionOf("radio");
    const values = { [radio.id]: [idOf(radio, "Green")], [questionOf("star").id]: "4" };
    const workbook = await workbookOf(tableOf([answerWith(values)]));
    const [row] = rowsOf(workbook, "Answers");
    expect(row).toMatchObject({ answer_id: 1, "1. Radio": "Green", "6. Star": 4, channel: "link" });
    expect(row).not.toHaveProperty("2. Checkbox [A]");
    // A cell has no zone: it shows what the clocks of the platform's zone showed.
    const [shown] = utils.sheet_to_json(workbook.Sheets["Answers"] ?? {}, { raw: false });
    expect(shown).toMatchObject({ started_at: "2026-11-22 08:04:00" });
    expect(row?.["started_at"]).toBeCloseTo(46_348 + (8 * 60 + 4) / (24 * 60), 9);
  });

  test("has no formula, and gives every text back as it was", async () => {
    const answers = hostileTexts.map((text) => answerWith({ [comment.id]: text }));
    const workbook = await workbookOf(tableOf(answers));
    const rows = rowsOf(workbook, "Answers");
    expect(rows.map((row) => row["5. Text area"])).toEqual(hostileTexts);
    const cells = Object.values(workbook.Sheets).flatMap((sheet) => Object.values(sheet));
    expect(cells.filter((cell: unknown) => isFormula(cell))).toEqual([]);
  });

  test("has the codebook on a sheet of its own", async () => {
    const rows = rowsOf(await workbookOf(tableOf([])), "Codebook");
    expect(rows).toContainEqual(
      expect.objectContaining({ question: "Radio", value: 2, label: "Green", archived: 0 }),
    );
  });

  test("goes on with another sheet where one is full", async () => {
    const answers = Array.from({ length: 7 }, (_, at) => answerWith({}, { answerId: at + 1 }));
    const batches = [answers.slice(0, 4), [], answers.slice(4)];
    const workbook = await workbookOf({ ...tableOf([]), answers: batchesOf(batches) }, 3);
    const ids = ["Answers", "Answers 2", "Answers 3"].map((sheet) =>
      rowsOf(workbook, sheet).map((row) => row["answer_id"]),
    );
    expect(workbook.SheetNames).toEqual(["Answers", "Answers 2", "Answers 3", "Codebook"]);
    expect(ids).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  test("of exactly as many answers as a sheet takes has no empty sheet", async () => {
    const workbook = await workbookOf(tableOf([answerWith({}), answerWith({})]), 2);
    expect(workbook.SheetNames).toEqual(["Answers", "Codebook"]);
  });

  test("cuts a text that is longer than a cell", async () => {
    const workbook = await workbookOf(tableOf([answerWith({ [comment.id]: "x".repeat(40_000) })]));
    expect(rowsOf(workbook, "Answers")[0]?.["5. Text area"]).toHaveLength(32_767);
  });
});

describe("the sheets of XLSX", () => {
  test("end at the last column that a sheet can have, and one more is refused instead of left out", async () => {
    const table = tableOf([answerWith({})]);
    const [column] = table.columns;
    if (column === undefined) throw new Error("a column");
    const columns = Array.from({ length: xlsxColumns }, () => column);
    const files = unzipSync(await bytesOf(writeXlsx({ ...table, columns })));
    expect(strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array())).toContain('r="XFD2"');
    expect(() => writeXlsx({ ...table, columns: [...columns, column] })).toThrow(RangeError);
  });

  test("name their columns as spreadsheets do", () => {
    expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
  });

  test("read no more answers than they have written", async () => {
    let taken = 0;
    async function* answers() {
      for (;;) {
        taken += 1;
        yield Array.from({ length: 2000 }, () => answerWith({ [comment.id]: String(Math.random()) }));
      }
    }
    const chunks = writeXlsx({ ...tableOf([]), answers: answers() });
    let bytes = 0;
    while (bytes < 200_000) bytes += (await chunks.next()).value?.byteLength ?? 0;
    const before = taken;
    expect(before).toBeLessThan(30);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(taken).toBe(before);
    await chunks.return(undefined);
  });
});

function isFormula(cell: unknown): boolean {
  return typeof cell === "object" && cell !== null && "f" in cell;
}
