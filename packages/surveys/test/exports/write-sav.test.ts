import { expect, test } from "vitest";
import { AnswersChangedError } from "../../src/exports/sav/sav-variable.ts";
import { writeSav } from "../../src/exports/sav/write-sav.ts";
import type { AnswerTable } from "../../src/exports/answer-table.ts";
import { readSav } from "../support/read-sav.ts";
import {
  answerWith,
  batchesOf,
  bytesOf,
  changed,
  everyTypePages,
  hostileTexts,
  idOf,
  partsOf,
  questionOf,
  tableOf,
} from "./export-fixtures.ts";

const comment = questionOf("textarea");
const moment = questionOf("datetime");

/** As SPSS counts. */
function seconds(iso: string): number {
  return (Date.parse(iso) - Date.parse("1582-10-14T00:00:00Z")) / 1000;
}

async function readBack(table: AnswerTable) {
  const content = readSav(await bytesOf(writeSav(table)));
  const nameOf = (id: string) => table.columns.find(({ question }) => question?.id === id)?.name ?? "";
  const at = (name: string) => content.variables.findIndex((variable) => variable.name === name);
  return {
    ...content,
    variable: (id: string) => content.variables[at(nameOf(id))],
    values: (id: string) => content.rows.map((row) => row[at(nameOf(id))]),
  };
}

test("a system file has every column with its name, label, measure and labels of values", async () => {
  const radio = questionOf("radio");
  const table = tableOf([answerWith({ [radio.id]: [idOf(radio, "Green")], [questionOf("star").id]: "4" })]);
  const { variables, variable, values, encoding } = await readBack(table);
  expect(encoding).toBe("UTF-8");
  expect(variables.map(({ name, label, measure }) => ({ name, label, measure }))).toEqual(
    table.columns.map(({ name, title: label, measure }) => ({ name, label, measure })),
  );
  expect(variable(radio.id)?.valueLabels).toEqual({ 1: "Red", 2: "Green" });
  expect(variable(radio.id)?.measure).toBe("nominal");
  expect(variable(questionOf("star").id)?.measure).toBe("ordinal");
  expect(values(radio.id)).toEqual([2]);
  expect(values(questionOf("star").id)).toEqual([4]);
  expect(values(questionOf("nps").id)).toEqual([undefined]);
});

test("texts of every length around the ends of segments come back as they were", async () => {
  const lengths = [1, 7, 8, 9, 251, 252, 253, 254, 255, 256, 257, 504, 505, 510, 511, 1000, 4096, 32_767];
  for (const length of lengths) {
    const texts = ["x".repeat(length), undefined, "中".repeat(Math.floor(length / 3)) || undefined];
    const answers = texts.map((text, at) =>
      answerWith(text === undefined ? {} : { [comment.id]: text }, { answerId: at + 1 }),
    );
    const { values, variable } = await readBack(tableOf(answers));
    expect(values(comment.id)).toEqual(texts.map((text) => text ?? ""));
    expect(variable(comment.id)?.width).toBe(length);
  }
});

test("hostile texts come back as they were, but for spaces at their ends", async () => {
  const answers = hostileTexts.map((text, at) => answerWith({ [comment.id]: text }, { answerId: at + 1 }));
  const { values } = await readBack(tableOf(answers));
  expect(values(comment.id)).toEqual(hostileTexts.map((text) => text.trimEnd()));
});

test("a text that is too long for a variable is cut between two characters", async () => {
  const { values } = await readBack(tableOf([answerWith({ [comment.id]: "长".repeat(20_000) })]));
  expect(values(comment.id)).toEqual(["长".repeat(10_922)]);
});

test("numbers keep their decimals, and small, large, negative and missing ones stay what they are", async () => {
  const number = questionOf("text");
  const pages = changed(everyTypePages, (one) =>
    one.id === number.id ? { ...one, validate: "number" } : one,
  );
  const given = ["-100", "-99", "0", "151", "152", "12.25", "123456789012345", "0.1"];
  const answers = given.map((text, at) => answerWith({ [number.id]: text }, { answerId: at + 1 }));
  const { values, variable } = await readBack(tableOf(answers, [{ version: 1, pages }]));
  expect(values(number.id)).toEqual(given.map(Number));
  expect(variable(number.id)?.format).toEqual([5, 18, 2]);
});

test("days and moments are moments, times of day are times, and a variable that has both is a text", async () => {
  const dated = (texts: readonly string[]) =>
    readBack(tableOf(texts.map((text, at) => answerWith({ [moment.id]: text }, { answerId: at + 1 }))));
  const days = await dated(["2026-11-22", "2026-11-22 08:05"]);
  expect(days.values(moment.id)).toEqual([seconds("2026-11-22T00:00Z"), seconds("2026-11-22T08:05Z")]);
  expect(days.variable(moment.id)?.format).toEqual([22, 20, 0]);
  const times = await dated(["08:05"]);
  expect(times.values(moment.id)).toEqual([8 * 3600 + 300]);
  expect(times.variable(moment.id)?.format).toEqual([21, 8, 0]);
  const mixed = await dated(["08:05", "2026-11-22"]);
  expect(mixed.values(moment.id)).toEqual(["08:05", "2026-11-22"]);
});

test("an answer that grew while the file was written ends it, rather than being cut", async () => {
  const table = tableOf([]);
  let reads = 0;
  const answers = {
    [Symbol.asyncIterator]() {
      reads += 1;
      return batchesOf([[answerWith({ [comment.id]: reads === 1 ? "short" : "longer than before" })]]);
    },
  };
  await expect(partsOf(writeSav({ ...table, answers }))).rejects.toBeInstanceOf(AnswersChangedError);
});

test("many answers are written in chunks, each of some answers", async () => {
  const table = tableOf([]);
  const batch = Array.from({ length: 100 }, (_, at) =>
    answerWith({ [comment.id]: "x".repeat(2000) }, { answerId: at + 1 }),
  );
  const answers = { [Symbol.asyncIterator]: () => batchesOf(Array.from({ length: 50 }, () => batch)) };
  let largest = 0;
  let total = 0;
  for await (const chunk of writeSav({ ...table, answers })) {
    largest = Math.max(largest, chunk.byteLength);
    total += chunk.byteLength;
  }
  expect(total).toBeGreaterThan(5000 * 2000);
  expect(largest).toBeLessThan(300_000);
});
