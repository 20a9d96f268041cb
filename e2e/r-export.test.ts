import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { read, utils } from "xlsx";
import { writeR } from "../packages/surveys/src/exports/scripts/write-r.ts";
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
import { outputOf } from "../scripts/processes/run-program.ts";
import { findDebianProgram } from "./support/find-debian-program.ts";

let rscript: string;
beforeAll(async () => {
  rscript = await findDebianProgram({
    name: "r-base-core",
    variable: "RSCRIPT_PATH",
    places: ["Rscript", "/usr/bin/Rscript", "/usr/local/bin/Rscript", "/opt/homebrew/bin/Rscript"],
    probe: ["--version"],
  });
});

const [radio, star, comment] = [questionOf("radio"), questionOf("star"), questionOf("textarea")];

/** What R says of the data frame: each column's class, label and levels, and its values. */
const report = `
source("answers.R", encoding = "UTF-8")
facts <- data.frame(
  name = names(answers),
  class = sapply(answers, function(x) class(x)[1]),
  label = sapply(answers, function(x) attr(x, "label")),
  levels = sapply(answers, function(x) paste(levels(x), collapse = "|"))
)
write.csv(facts, "facts.csv", row.names = FALSE, fileEncoding = "UTF-8")
write.csv(answers, "values.csv", row.names = FALSE, fileEncoding = "UTF-8", na = "")
`;

/** Has R run the script of an export. @returns what it says of each column, and the values by columns */
async function readByR(table: Parameters<typeof writeR>[0]) {
  const folder = mkdtempSync(join(tmpdir(), "sop-r-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(unzipSync(await bytesOf(writeR(table)))))
    writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, "report.R"), report);
  const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" };
  await outputOf(rscript, ["--vanilla", "report.R"], { cwd: folder, env });
  return { facts: rowsOf(join(folder, "facts.csv")), values: rowsOf(join(folder, "values.csv")) };
}

function rowsOf(file: string): readonly Readonly<Record<string, string>>[] {
  const { Sheets } = read(readFileSync(file, "utf8"), { type: "string", raw: true });
  return utils.sheet_to_json(Object.values(Sheets)[0] ?? {}, { raw: true, defval: "" });
}

function nameOf(table: ReturnType<typeof tableOf>, id: string): string {
  return table.columns.find(({ question }) => question?.id === id)?.name ?? "";
}

test("R reads choices as factors, numbers as numbers and moments in their zone, each with its label", async () => {
  const answers = ["Green", "Red"].map((text, at) =>
    answerWith({ [radio.id]: [idOf(radio, text)], [star.id]: "4" }, { answerId: at + 1 }),
  );
  const table = tableOf(answers);
  const { facts, values } = await readByR(table);
  const fact = (name: string) => facts.find((row) => row["name"] === name);
  expect(facts.map((row) => row["name"])).toEqual(table.columns.map(({ name }) => name));
  expect(fact(nameOf(table, radio.id))).toMatchObject({
    class: "factor",
    label: "1. Radio",
    levels: "Red|Green",
  });
  expect(fact("started_at")?.["class"]).toBe("POSIXct");
  expect(fact("duration_seconds")?.["class"]).toBe("numeric");
  expect(values.map((row) => row[nameOf(table, radio.id)])).toEqual(["Green", "Red"]);
  expect(values.map((row) => row["started_at"])).toEqual(["2026-11-22 08:04:00", "2026-11-22 08:04:00"]);
});

test("R gets every text as it was given, and runs nothing that somebody wrote", async () => {
  const written = [...hostileTexts, 'x"); stop("run"); ("', "=1+1", "'=1+1", "00123", "NA", "中文 é 😀"];
  const pages = changed(everyTypePages, (question) =>
    question.id === radio.id
      ? { ...question, title: 'x"); stop("run"); ("', options: [newOption("a", "\\"), newOption("b", "\\")] }
      : question,
  );
  const answers = written.map((text, at) =>
    answerWith({ [comment.id]: text, [radio.id]: ["b"] }, { answerId: at + 1 }),
  );
  const table = tableOf(answers, [{ version: 1, pages }]);
  const { facts, values } = await readByR(table);
  // read.csv ends each line of a text with a line feed.
  const asRead = written.map((text) => text.replaceAll(/\r\n?/g, "\n"));
  expect(values.map((row) => row[nameOf(table, comment.id)])).toEqual(asRead);
  const choice = facts.find((row) => row["name"] === nameOf(table, radio.id));
  expect(choice).toMatchObject({ label: '1. x"); stop("run"); ("', levels: "\\|\\ (2)" });
});
