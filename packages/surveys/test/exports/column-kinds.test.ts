import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { read, utils } from "xlsx";
import type { AnswerTable } from "../../src/exports/answer-table.ts";
import { writeCsv } from "../../src/exports/write-csv.ts";
import { writeJsonLines } from "../../src/exports/write-json-lines.ts";
import { writeSpss } from "../../src/exports/write-spss.ts";
import { writeXlsx } from "../../src/exports/write-xlsx.ts";
import type { AnswerValues } from "../../src/model/answer-values.ts";
import type { Question, SurveyPage } from "../../src/model/question.ts";
import { answerWith, bytesOf, changed, everyTypePages, questionOf, tableOf } from "./export-fixtures.ts";

const text = questionOf("text");
const moment = questionOf("datetime");
const star = questionOf("star");
const blanks = questionOf("blanks");
const [firstBlank, secondBlank] = blanks.blank_setting.map(({ id }) => id);

/** The survey with a question and a blank that take numbers. */
const numbers = ruled("number");

function ruled(validate: Question["validate"]): readonly SurveyPage[] {
  return changed(everyTypePages, (question) => {
    if (question.id === text.id) return { ...question, validate };
    if (question.id !== blanks.id) return question;
    const setting = question.blank_setting.map((blank) =>
      blank.id === firstBlank ? { ...blank, validate } : blank,
    );
    return { ...question, blank_setting: setting };
  });
}

function tableWith(values: readonly AnswerValues[], versions = [numbers]): AnswerTable {
  const answers = values.map((one, at) => answerWith(one, { answerId: at + 1 }));
  return tableOf(
    answers,
    versions.map((pages, at) => ({ version: at + 1, pages })),
  );
}

async function sheetOf(table: AnswerTable) {
  return read(await bytesOf(writeXlsx(table)), { cellNF: true }).Sheets["Answers"] ?? {};
}

/** The cells of a column of the sheet, by the title of the column. */
async function cellsOf(table: AnswerTable, title: string) {
  const sheet = await sheetOf(table);
  const [titles = []] = utils.sheet_to_json<readonly string[]>(sheet, { header: 1 });
  const column = utils.encode_col(titles.findIndex((one) => one.endsWith(title)));
  return [2, 3, 4, 5].map((row): unknown => sheet[`${column}${row}`]).filter((cell) => cell !== undefined);
}

async function spssOf(table: AnswerTable) {
  const files = unzipSync(await bytesOf(writeSpss(table)));
  const content = (name: string) => Buffer.from(files[name] ?? []).toString();
  return { data: content("answers.dat"), syntax: content("answers.sps") };
}

function nameOf({ columns }: AnswerTable, { id }: Question): string {
  return columns.find(({ question }) => question?.id === id)?.name ?? "";
}

const numberTable = () =>
  tableWith([{ [text.id]: "-5", [blanks.id]: { [String(firstBlank)]: "12.5" } }, { [text.id]: "0.25" }]);

describe("answers to a question that takes nothing but numbers", () => {
  test("are numbers in a workbook, and so are those of a blank", async () => {
    expect(await cellsOf(numberTable(), "Text")).toMatchObject([
      { t: "n", v: -5 },
      { t: "n", v: 0.25 },
    ]);
    expect(await cellsOf(numberTable(), `[${blanks.blank_setting[0]?.text}]`)).toMatchObject([
      { t: "n", v: 12.5 },
    ]);
  });

  test("are bare in CSV", async () => {
    const csv = (await bytesOf(writeCsv(numberTable()))).toString();
    expect(csv).toMatch(/,-5,/);
    expect(csv).toMatch(/,0\.25,/);
    expect(csv).not.toContain("'-5");
  });

  test("are numeric variables of SPSS, shown with their decimals", async () => {
    const { data, syntax } = await spssOf(numberTable());
    const name = nameOf(numberTable(), text);
    expect(syntax).toContain(`    ${name} F16.0\n`);
    expect(syntax).toContain(`FORMATS ${name} (F19.2).`);
    expect(data).toMatch(/\t-5\t/);
  });

  test("are numbers in JSON lines, like marks; other texts stay", async () => {
    const one = tableWith([
      {
        [text.id]: "-5",
        [star.id]: "4",
        [blanks.id]: { [String(firstBlank)]: "7", [String(secondBlank)]: "8" },
      },
    ]);
    const line: unknown = JSON.parse((await bytesOf(writeJsonLines(one))).toString());
    expect(line).toMatchObject({
      answers: {
        [text.id]: -5,
        [star.id]: 4,
        [blanks.id]: { [String(firstBlank)]: 7, [String(secondBlank)]: "8" },
      },
    });
  });

  test("are texts once a version took any text, so that none of them is lost", async () => {
    const mixed = tableWith([{ [text.id]: "five" }, { [text.id]: "-5" }], [ruled(""), numbers]);
    expect(await cellsOf(mixed, "Text")).toMatchObject([
      { t: "s", v: "five" },
      { t: "s", v: "-5" },
    ]);
  });
});

describe("days and times of day that respondents gave", () => {
  test("are moments in a workbook, each shown as it was given", async () => {
    const given = ["2026-11-22", "08:05", "2026-11-22 08:05", "1815-12-10"];
    const cells = await cellsOf(tableWith(given.map((one) => ({ [moment.id]: one }))), moment.title);
    expect(cells).toMatchObject([
      { t: "n", v: 46_348, w: "2026-11-22" },
      { t: "n", w: "08:05:00" },
      { t: "n", w: "2026-11-22 08:05:00" },
      // A spreadsheet has no days before 1900.
      { t: "s", v: "1815-12-10" },
    ]);
  });

  test.each([
    [["2026-11-22", "2026-11-22 08:05"], "DATETIME20", ["22-NOV-2026 00:00:00", "22-NOV-2026 08:05:00"]],
    [["08:05", "23:59"], "TIME8", ["08:05:00", "23:59:00"]],
    [["08:05", "2026-11-22"], "A20", ["08:05:00", "22-NOV-2026 00:00:00"]],
  ])("%j have the format %s in SPSS", async (given, format, cells) => {
    const table = tableWith(given.map((one) => ({ [moment.id]: one })));
    const { data, syntax } = await spssOf(table);
    expect(syntax).toContain(`    ${nameOf(table, moment)} ${format}\n`);
    for (const cell of cells) expect(data).toContain(`\t${cell}\t`);
  });
});
