import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { read, utils } from "xlsx";
import { writeSpss } from "../packages/surveys/src/exports/write-spss.ts";
import {
  answerWith,
  bytesOf,
  changed,
  everyTypePages,
  hostileTexts,
  idOf,
  newOption,
  questionOf,
  tableOf,
} from "../packages/surveys/test/exports/export-fixtures.ts";
import { findPspp, runPspp } from "./support/pspp.ts";

let pspp: string;
beforeAll(async () => {
  pspp = await findPspp();
});

const radio = questionOf("radio");
const comment = questionOf("textarea");

/** Has PSPP read an export. @returns what it says about it, and the data as it saves them */
async function readByPspp(table: Parameters<typeof writeSpss>[0]) {
  const folder = mkdtempSync(join(tmpdir(), "sop-spss-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(unzipSync(await bytesOf(writeSpss(table)))))
    writeFileSync(join(folder, name), content);
  const commands = [
    "INSERT FILE='answers.sps'.",
    "DISPLAY LABELS.",
    "SAVE TRANSLATE /OUTFILE='labels.csv' /TYPE=CSV /FIELDNAMES /CELLS=LABELS.",
    "SAVE TRANSLATE /OUTFILE='values.csv' /TYPE=CSV /FIELDNAMES.",
  ];
  writeFileSync(join(folder, "read.sps"), commands.join("\n"));
  const output = await runPspp(pspp, "read.sps", folder);
  return { output, labels: rowsOf(join(folder, "labels.csv")), values: rowsOf(join(folder, "values.csv")) };
}

function rowsOf(file: string): readonly Readonly<Record<string, string>>[] {
  const { Sheets } = read(readFileSync(file, "utf8"), { type: "string", raw: true });
  return utils.sheet_to_json(Object.values(Sheets)[0] ?? {}, { raw: true });
}

function shownBySpss(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028]+/gu, " ").trimEnd();
}

/** The names of the columns of a question. */
function namesOf(table: ReturnType<typeof tableOf>, id: string): readonly string[] {
  return table.columns.filter(({ question }) => question?.id === id).map(({ name }) => name);
}

test("PSPP reads every kind of column, with labels of both versions", async () => {
  const [green, red] = [idOf(radio, "Green"), idOf(radio, "Red")];
  const edited = changed(everyTypePages, (question) =>
    question.id === radio.id
      ? { ...question, title: "It's your\ncolour", options: [newOption("o-9-NEW", "'Blue'.\nEXECUTE.")] }
      : question,
  );
  const star = questionOf("star");
  const answers = [
    answerWith({ [radio.id]: [green], [star.id]: "4" }),
    answerWith({ [radio.id]: ["o-9-NEW"] }, { answerId: 2, version: 2 }),
    answerWith({ [radio.id]: [red] }, { answerId: 3 }),
  ];
  const versions = [everyTypePages, edited].map((pages, at) => ({ version: at + 1, pages }));
  const table = tableOf(answers, versions);
  const [name = ""] = namesOf(table, radio.id);
  const { output, labels, values } = await readByPspp(table);

  expect(output).toContain("1. It's your colour");
  expect(labels.map((row) => row[name])).toEqual(["Green", "'Blue'. EXECUTE.", "Red"]);
  expect(values.map((row) => row[name])).toEqual(["2", "3", "1"]);
  expect(values[0]).toMatchObject({ answer_id: "1", started_at: "11/22/2026 08:04:00", device: "phone" });
  expect(values[0]?.[namesOf(table, star.id)[0] ?? ""]).toBe("4");
});

test("PSPP reads every text as it is, but for line breaks and control characters", async () => {
  const answers = [...hostileTexts, "长".repeat(20_000)].map((text, at) =>
    answerWith({ [comment.id]: text }, { answerId: at + 1 }),
  );
  const table = tableOf(answers);
  const [name = ""] = namesOf(table, comment.id);
  const { values } = await readByPspp(table);

  const texts = values.map((row) => row[name] ?? "");
  expect(texts.slice(0, -1).map((text) => text.trimEnd())).toEqual(hostileTexts.map(shownBySpss));
  // The longest text that SPSS keeps has 32,767 bytes; no character is cut in half.
  expect(texts.at(-1)).toBe("长".repeat(10_922));
});

test("PSPP reads numbers with their decimals, and days and times of day as moments", async () => {
  const [number, moment] = [questionOf("text"), questionOf("datetime")];
  const pages = changed(everyTypePages, (one) =>
    one.id === number.id ? { ...one, validate: "number" } : one,
  );
  const given = [
    ["-5", "2026-11-22"],
    ["12.25", "2026-11-22 08:05"],
    ["100", "2026-11-23"],
  ];
  const answers = given.map(([text = "", day = ""], at) =>
    answerWith({ [number.id]: text, [moment.id]: day }, { answerId: at + 1 }),
  );
  const table = tableOf(answers, [{ version: 1, pages }]);
  const { values } = await readByPspp(table);
  const column = (id: string) => values.map((row) => row[namesOf(table, id)[0] ?? ""]);
  expect(column(number.id).map(Number)).toEqual([-5, 12.25, 100]);
  expect(column(moment.id)).toEqual(["11/22/2026 00:00:00", "11/22/2026 08:05:00", "11/23/2026 00:00:00"]);
});
