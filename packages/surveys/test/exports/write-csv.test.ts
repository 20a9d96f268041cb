import { describe, expect, test } from "vitest";
import { csvText, writeCsv } from "../../src/exports/write-csv.ts";
import {
  answerWith,
  batchesOf,
  bytesOf,
  hostileTexts,
  idOf,
  questionOf,
  tableOf,
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
    expect(cells.map((cell) => cell?.replace(/^'/, ""))).toEqual(hostileTexts);
    expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell ?? ""))).toEqual([]);
  });

  test("guards its titles and its codebook as well", () => {
    const rows = parseCsv(
      csvText([
        ["=1+1", '"'],
        [2, undefined],
      ]).slice(1),
    );
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
