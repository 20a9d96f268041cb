import { unzipSync } from "fflate";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import type { AnswerTable } from "../../src/exports/answer-table.ts";
import { stataNames } from "../../src/exports/scripts/stata-names.ts";
import { writeR } from "../../src/exports/scripts/write-r.ts";
import { writeStata } from "../../src/exports/scripts/write-stata.ts";
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
} from "./export-fixtures.ts";

const radio = questionOf("radio");
const comment = questionOf("textarea");

async function filesOf(chunks: AsyncIterable<Uint8Array>): Promise<Readonly<Record<string, string>>> {
  const files = Object.entries(unzipSync(await bytesOf(chunks)));
  return Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content).toString("utf8")]));
}

function nameOf(table: AnswerTable, id: string): string {
  return table.columns.find(({ question }) => question?.id === id)?.name ?? "";
}

/** A survey whose title and options would end a text, begin a macro or be a command. */
function hostileTable(title: string, option: string): AnswerTable {
  const pages = changed(everyTypePages, (question) =>
    question.id === radio.id
      ? { ...question, title, options: [newOption("a", option), newOption("b", option)] }
      : question,
  );
  return tableOf([answerWith({ [radio.id]: ["b"] })], [{ version: 1, pages }]);
}

const hostileTitles = [
  'say "yes"',
  "`c(pwd)'",
  "$S_ADO",
  "\\",
  'x\\"); system("id"); ("',
  "line one\r\nline two\u2028three",
  "'\"'",
];

test("the archive for R has data, script and codebook, and the script names every column with its type", async () => {
  const table = tableOf([answerWith({ [radio.id]: [idOf(radio, "Green")], [comment.id]: "=1+1" })]);
  const files = await filesOf(writeR(table));
  expect(Object.keys(files)).toEqual(["answers.csv", "answers.R", "codebook.csv"]);
  const [row] = parse(files["answers.csv"] ?? "", { columns: true });
  expect(row).toMatchObject({
    answer_id: "1",
    started_at: "2026-11-22 08:04:00",
    [nameOf(table, radio.id)]: "2",
    [nameOf(table, comment.id)]: "'=1+1",
  });
  const script = files["answers.R"] ?? "";
  for (const { name } of table.columns) expect(script).toContain(`answers[["${name}"]] <- `);
  expect(script).toContain(
    `answers[["${nameOf(table, radio.id)}"]] <- factor(as.integer(answers[["${nameOf(table, radio.id)}"]]), levels = c(1, 2), labels = c("Red", "Green"))`,
  );
  expect(script).toContain(`attr(answers[["${nameOf(table, radio.id)}"]], "label") <- "1. Radio"`);
  expect(script).toContain('tz = "Asia/Shanghai"');
});

test("nothing that an author writes becomes a command of R", async () => {
  for (const title of hostileTitles) {
    const table = hostileTable(title, title);
    const script = (await filesOf(writeR(table)))["answers.R"] ?? "";
    const name = nameOf(table, radio.id);
    const lines = script.split("\n").filter((line) => line.includes(`"${name}"`));
    expect(lines).toHaveLength(2);
    // With its texts taken out, a line has only what the writer put there.
    const plain = lines.map((line) => line.replaceAll(/"(?:[^"\\]|\\.)*"/g, "T"));
    expect(plain).toEqual([
      "answers[[T]] <- factor(as.integer(answers[[T]]), levels = c(1, 2), labels = c(T, T))",
      "attr(answers[[T]], T) <- T",
    ]);
  }
});

test("of two options with the same text, the second has its code in R: a factor would put them together", async () => {
  const script = (await filesOf(writeR(hostileTable("Which?", "Same"))))["answers.R"];
  expect(script).toContain('labels = c("Same", "Same (2)"))');
});

test("the archive for Stata has data with names that Stata takes, a do-file and the codebook", async () => {
  const table = tableOf([answerWith({ [radio.id]: [idOf(radio, "Green")] })]);
  const files = await filesOf(writeStata(table));
  expect(Object.keys(files)).toEqual(["answers.csv", "answers.do", "codebook.csv"]);
  const [names = []] = parse(files["answers.csv"] ?? "", {});
  expect(names).toEqual(stataNames(table.columns.map(({ name }) => name)));
  const name = names[table.columns.findIndex((column) => column.name === nameOf(table, radio.id))] ?? "";
  const number = table.columns.findIndex((column) => column.name === nameOf(table, radio.id)) + 1;
  expect(files["answers.do"]).toContain(
    [
      `destring ${name}, replace`,
      `label variable ${name} "1. Radio"`,
      `label define l${number} 1 "Red", add`,
      `label define l${number} 2 "Green", add`,
      `label values ${name} l${number}`,
    ].join("\n"),
  );
  expect(files["answers.do"]).toContain("sop_moment started_at clock YMDhms %tc");
});

test("nothing that an author writes becomes a command or a macro of Stata", async () => {
  for (const title of [...hostileTitles, ...hostileTexts]) {
    const script = (await filesOf(writeStata(hostileTable(title, title))))["answers.do"] ?? "";
    const labels = script.split("\n").filter((line) => line.startsWith("label "));
    for (const line of labels)
      expect(line).toMatch(
        /^label (variable \w+ "[^"`$\\]*"|define l\d+ \d+ "[^"`$\\]*", add|values \w+ l\d+)$/,
      );
  }
});

test("names for Stata are different, not reserved, and have at most 32 letters", () => {
  const long = "q_1_abcd_o_100_ABCD_and_so_on_and_on";
  const names = stataNames([long, `${long}2`, "in", "str5", "answer_id", long.slice(0, 32)]);
  expect(new Set(names).size).toBe(6);
  for (const name of names) expect(name).toMatch(/^[A-Za-z]\w{0,31}$/);
  expect(names.slice(2, 5)).toEqual(["in_", "str5_", "answer_id"]);
});
