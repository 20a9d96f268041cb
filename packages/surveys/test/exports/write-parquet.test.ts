import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import type { AnswerTable } from "../../src/exports/answer-table.ts";
import { parquetAnswers, writeParquet } from "../../src/exports/parquet/write-parquet.ts";
import {
  answerWith,
  batchesOf,
  bytesOf,
  hostileTexts,
  idOf,
  partsOf,
  questionOf,
  tableOf,
} from "./export-fixtures.ts";

const comment = questionOf("textarea");
const radio = questionOf("radio");

async function readBack(table: AnswerTable) {
  const file = Uint8Array.from(await bytesOf(writeParquet(table))).buffer;
  return { rows: await parquetReadObjects({ file }), metadata: parquetMetadata(file) };
}

function nameOf(table: AnswerTable, id: string): string {
  return table.columns.find(({ question }) => question?.id === id)?.name ?? "";
}

test("a second reader finds every column and value, and the data dictionary", async () => {
  const values = {
    [radio.id]: [idOf(radio, "Green")],
    [questionOf("star").id]: "4",
    [questionOf("datetime").id]: "2026-11-22 08:05",
  };
  const table = tableOf([answerWith(values, { answerId: 2 ** 40 }), answerWith({}, { answerId: 2 })]);
  const { rows, metadata } = await readBack(table);
  expect(Object.keys(rows[0] ?? {})).toEqual(table.columns.map(({ name }) => name));
  expect(rows[0]).toMatchObject({
    answer_id: 2n ** 40n,
    started_at: new Date("2026-11-22T00:04:00Z"),
    duration_seconds: 60n,
    device: "phone",
    [nameOf(table, radio.id)]: 2,
    [nameOf(table, questionOf("star").id)]: 4,
    [nameOf(table, questionOf("datetime").id)]: "2026-11-22 08:05",
  });
  expect(rows[1]?.[nameOf(table, radio.id)] ?? undefined).toBeUndefined();
  const dictionary = JSON.parse(
    metadata.key_value_metadata?.find(({ key }) => key === "data_dictionary")?.value ?? "",
  );
  expect(dictionary).toHaveLength(table.columns.length);
  expect(dictionary).toContainEqual(
    expect.objectContaining({
      column: nameOf(table, radio.id),
      title: "1. Radio",
      measure: "nominal",
      values: [
        { value: 1, label_id: idOf(radio, "Red"), label: "Red" },
        { value: 2, label_id: idOf(radio, "Green"), label: "Green" },
      ],
    }),
  );
});

test("texts come back as they were", async () => {
  const table = tableOf(
    hostileTexts.map((text, at) => answerWith({ [comment.id]: text }, { answerId: at + 1 })),
  );
  const { rows } = await readBack(table);
  expect(rows.map((row) => row[nameOf(table, comment.id)])).toEqual(
    // The reader takes a byte order mark at the beginning of a text for one of the encoding.
    hostileTexts.map((text) => text.replace(/^\uFEFF/, "")),
  );
});

test("a survey without answers is a file without rows", async () => {
  const { rows, metadata } = await readBack(tableOf([]));
  expect(rows).toEqual([]);
  expect(metadata.num_rows).toBe(0n);
});

test("many answers are several row groups, which are written when they are full", async () => {
  const table = tableOf([]);
  const text = "x".repeat(100_000);
  const batches = Array.from({ length: 100 }, (_, at) => [
    answerWith({ [comment.id]: `${at} ${text}` }, { answerId: at + 1 }),
  ]);
  let read = 0;
  const answers = {
    async *[Symbol.asyncIterator]() {
      for await (const batch of batchesOf(batches)) {
        read += 1;
        yield batch;
      }
    },
  };
  const writing = writeParquet({ ...table, answers });
  const first = await writing.next();
  expect(first.done).toBe(false);
  expect(read).toBeLessThan(50);
  const rest = await partsOf(writing);
  const file = Uint8Array.from(Buffer.concat([first.value ?? Buffer.alloc(0), ...rest])).buffer;
  const metadata = parquetMetadata(file);
  expect(metadata.row_groups.length).toBeGreaterThan(1);
  expect(metadata.num_rows).toBe(100n);
  const rows = await parquetReadObjects({ file });
  expect(rows.map((row) => row["answer_id"])).toEqual(batches.map((_, at) => BigInt(at + 1)));
  expect(rows.map((row) => String(row[nameOf(table, comment.id)]).split(" ")[0])).toEqual(
    batches.map((_, at) => String(at)),
  );
});

test("the more columns there are, the fewer answers fit into a file", () => {
  expect(parquetAnswers(20)).toBeGreaterThan(10_000_000);
  expect(parquetAnswers(500)).toBe(400_000);
  expect(parquetAnswers(300_000)).toBe(0);
});
