import { describe, expect, test } from "vitest";
import { csvChunks, writeCsv } from "../../src/exports/write-csv.ts";
import {
  answerWith,
  batchesOf,
  bytesOf,
  hostileTexts,
  idOf,
  questionOf,
  tableOf,
  partsOf,
} from "./export-fixtures.ts";

/** The cells of a CSV file, as RFC 4180 reads them. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

const comment = questionOf("textarea");

function commentsOf(rows: readonly (readonly string[])[]): readonly (string | undefined)[] {
  const at = rows[0]?.indexOf("5. Text area") ?? -1;
  return rows.slice(1).map((row) => row[at]);
}

/** A text as it was before the guard, as the guide says. */
function unguarded(cell = ""): string {
  const rest = /^'('*[=+\-@\t\r\n＝＋－＠].*)$/su.exec(cell)?.[1];
  return rest === undefined || /^[+-]\d[\d ]*(\.\d+)?$/.test(rest) ? cell : rest;
}

describe("CSV", () => {
  test("begins with the byte order mark of UTF-8, and ends each line as RFC 4180 asks for", async () => {
    const bytes = await bytesOf(writeCsv(tableOf([answerWith({})])));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString().split("\r\n")).toHaveLength(3);
  });

  test("shows choices as texts, and times in the zone", async () => {
    const radio = questionOf("radio");
    const bytes = await bytesOf(writeCsv(tableOf([answerWith({ [radio.id]: [idOf(radio, "Green")] })])));
    const [titles = [], cells = []] = parseCsv(bytes.toString().slice(1));
    const row = Object.fromEntries(titles.map((title, at) => [title, cells[at]]));
    expect(row).toMatchObject({
      answer_id: "1",
      started_at: "2026-11-22 08:04:00",
      duration_seconds: "60",
      "1. Radio": "Green",
      "2. Checkbox [A]": "",
    });
  });

  test("has no cell that a spreadsheet takes for a formula, and every text comes back", async () => {
    const answers = hostileTexts.map((text) => answerWith({ [comment.id]: text }));
    const text = (await bytesOf(writeCsv(tableOf(answers)))).toString().slice(1);
    const cells = commentsOf(parseCsv(text));
    expect(cells.map(unguarded)).toEqual(hostileTexts);
    const formulas = cells.filter((cell = "") => /^[=+\-@\t\r\n＝＋－＠]/.test(cell));
    expect(formulas).toEqual(["+1", "-1"]);
  });

  test("has no apostrophe before a number or a telephone number, which nothing can be computed with", async () => {
    const harmless = ["-5", "+1", "-12.50", "+49 170 1234567", "+8613800138000"];
    const formulas = [
      "+49-170-1234567",
      "-2+3",
      "+1*2",
      "+49 (0)170",
      "-A1",
      "+1 A",
      "-1\n+2",
      "--1",
      "+",
      "- 1",
    ];
    const answers = [...harmless, ...formulas].map((text) => answerWith({ [comment.id]: text }));
    const cells = commentsOf(parseCsv((await bytesOf(writeCsv(tableOf(answers)))).toString().slice(1)));
    expect(cells).toEqual([...harmless, ...formulas.map((text) => `'${text}`)]);
  });

  test("keeps texts apart that a respondent began with apostrophes", async () => {
    const texts = ["=1+1", "'=1+1", "''=1+1", "'text", "'+49 170", "+49 170", "''", "'"];
    const answers = texts.map((text) => answerWith({ [comment.id]: text }));
    const cells = commentsOf(parseCsv((await bytesOf(writeCsv(tableOf(answers)))).toString().slice(1)));
    expect(new Set(cells).size).toBe(texts.length);
    expect(cells.map(unguarded)).toEqual(texts);
  });

  test("guards its titles and its codebook as well", async () => {
    const chunks = csvChunks(batchesOf([[["=1+1", '"']], [[2, undefined]]]));
    const rows = parseCsv((await partsOf(chunks)).join("").slice(1));
    expect(rows).toEqual([
      ["'=1+1", '"'],
      ["2", ""],
    ]);
  });

  test("reads no more answers than it has written", async () => {
    let read = 0;
    async function* answers() {
      for (const batch of Array.from({ length: 50 }, () => [answerWith({})])) {
        read += 1;
        yield batch;
      }
    }
    const chunks = writeCsv({ ...tableOf([]), answers: answers() });
    const counts: number[] = [];
    for (let taken = 0; taken < 4; taken += 1) {
      await chunks.next();
      counts.push(read);
    }
    await chunks.return(undefined);
    expect(counts).toEqual([0, 1, 2, 3]);
  });

  test("of no answers has a line of titles alone", async () => {
    const empty = { ...tableOf([]), answers: batchesOf<never>([]) };
    expect(parseCsv((await bytesOf(writeCsv(empty))).toString().slice(1))).toHaveLength(1);
  });
});
