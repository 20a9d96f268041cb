import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { read, utils } from "xlsx";
import { writeSav } from "../packages/surveys/src/exports/sav/write-sav.ts";
import {
  answerWith,
  bytesOf,
  changed,
  everyTypePages,
  idOf,
  questionOf,
  tableOf,
} from "../packages/surveys/test/exports/export-fixtures.ts";
import { findPspp, runPspp } from "./support/pspp.ts";

let pspp: string;
beforeAll(async () => {
  pspp = await findPspp();
});

type Row = Readonly<Record<string, string>>;

/** Has PSPP read a system file. @returns its dictionary as PSPP shows it, and the data with and without labels */
async function readByPspp(table: Parameters<typeof writeSav>[0]) {
  const folder = mkdtempSync(join(tmpdir(), "sop-sav-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "answers.sav"), await bytesOf(writeSav(table)));
  const commands = [
    "GET FILE='answers.sav'.",
    "DISPLAY DICTIONARY.",
    "SAVE TRANSLATE /OUTFILE='labels.csv' /TYPE=CSV /FIELDNAMES /CELLS=LABELS.",
    "SAVE TRANSLATE /OUTFILE='values.csv' /TYPE=CSV /FIELDNAMES.",
  ];
  writeFileSync(join(folder, "read.sps"), commands.join("\n"));
  const dictionary = await runPspp(pspp, "read.sps", folder);
  return {
    dictionary,
    labels: rowsOf(join(folder, "labels.csv")),
    values: rowsOf(join(folder, "values.csv")),
  };
}

function rowsOf(file: string): readonly Row[] {
  const { Sheets } = read(readFileSync(file, "utf8"), { type: "string", raw: true });
  return utils.sheet_to_json(Object.values(Sheets)[0] ?? {}, { raw: true });
}

function nameOf(table: ReturnType<typeof tableOf>, id: string): string {
  return table.columns.find(({ question }) => question?.id === id)?.name ?? "";
}

/** The line of the dictionary about a variable. */
function lineOf(dictionary: string, name: string): string {
  return (
    dictionary.split("\n").find((line) => line.startsWith(`|${name} `) || line.startsWith(`│${name} `)) ?? ""
  );
}

test("PSPP reads a system file silently, with labels, measures and values", async () => {
  const [radio, star] = [questionOf("radio"), questionOf("star")];
  const answers = ["Green", "Red"].map((text, at) =>
    answerWith({ [radio.id]: [idOf(radio, text)], [star.id]: "4" }, { answerId: at + 1 }),
  );
  const table = tableOf(answers);
  const { dictionary, labels, values } = await readByPspp(table);
  expect(dictionary).not.toMatch(/warning|error/i);
  expect(lineOf(dictionary, nameOf(table, radio.id))).toMatch(/1\. Radio.*Nominal/);
  expect(lineOf(dictionary, nameOf(table, star.id))).toMatch(/Ordinal/);
  expect(lineOf(dictionary, "duration_seconds")).toMatch(/Scale/);
  expect(labels.map((row) => row[nameOf(table, radio.id)])).toEqual(["Green", "Red"]);
  expect(values.map((row) => row[nameOf(table, radio.id)])).toEqual(["2", "1"]);
  expect(values[0]).toMatchObject({ answer_id: "1", started_at: "11/22/2026 08:04:00", device: "phone" });
});

test("PSPP reads long texts, numbers and moments of a system file as they were given", async () => {
  const [comment, number, moment] = [questionOf("textarea"), questionOf("text"), questionOf("datetime")];
  const pages = changed(everyTypePages, (one) =>
    one.id === number.id ? { ...one, validate: "number" } : one,
  );
  const given = [
    ["x".repeat(255), "-5", "2026-11-22"],
    ["中文 é 😀 'quoted' \"double\"", "12.25", "2026-11-22 08:05"],
    ["长".repeat(10_922), "100", "2026-11-23"],
  ] as const;
  const answers = given.map(([text, amount, day], at) =>
    answerWith({ [comment.id]: text, [number.id]: amount, [moment.id]: day }, { answerId: at + 1 }),
  );
  const table = tableOf(answers, [{ version: 1, pages }]);
  const { dictionary, values } = await readByPspp(table);
  const column = (id: string) => values.map((row) => row[nameOf(table, id)]?.trimEnd());
  expect(dictionary).not.toMatch(/warning|error/i);
  expect(column(comment.id)).toEqual(given.map(([text]) => text));
  expect(column(number.id).map(Number)).toEqual([-5, 12.25, 100]);
  expect(column(moment.id)).toEqual(["11/22/2026 00:00:00", "11/22/2026 08:05:00", "11/23/2026 00:00:00"]);
});
