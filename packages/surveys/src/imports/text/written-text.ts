import { FileProblem } from "../file-problem.ts";
import type { ImportSource } from "../import-source.ts";
import { readText } from "./read-text.ts";

/** Questionnaires as people write them: a document of Word, or text that is pasted. */
export const writtenText: ImportSource = {
  name: "Word or text",
  files: ".docx",
  constructs: [
    {
      name: "first line, and the lines before the first question",
      outcome: "kept",
      here: "title and welcome text",
    },
    { name: "a number before a line: `1.` `1、` `Q1`", outcome: "kept", here: "a question" },
    {
      name: "a mark before a line: `A.` `①` `•` `□` `(1)`, or numbers of another style",
      outcome: "kept",
      here: "an option",
    },
    {
      name: "lines without a mark below a question",
      outcome: "changed",
      here: "options if there are several, else a remark",
    },
    { name: "a type in brackets: `[多选题]` `(Multiple Choice)`", outcome: "kept", here: "the type" },
    {
      name: "questions without a type",
      outcome: "changed",
      here: "guessed by their words; each guess is in the report",
    },
    {
      name: "lines with tabs between cells below a question, as a table is pasted",
      outcome: "kept",
      here: "a table: the first line has the columns, each other one a row; columns that are numbers are a scale",
    },
    { name: "`*`, `(required)`, `（必填）`", outcome: "kept", here: "an answer is required" },
    { name: "`____` in an option", outcome: "kept", here: "a blank" },
    { name: "`一、` `Part 1` `Section 2`", outcome: "kept", here: "a page with its title" },
    {
      name: "paragraphs behind a question",
      outcome: "kept",
      here: "descriptions; the last one with thanks is the ending text",
    },
    {
      name: "tables of Word",
      outcome: "kept",
      here: "the same as lines with tabs; of one that is only a layout, each paragraph is a line",
    },
    {
      name: "pictures, formatting, notes, comments, deleted text",
      outcome: "left out",
      here: "only text is read",
    },
  ],
  matches: (file) => file.kind === "text" || file.kind === "document",
  *read(file) {
    if (file.kind === "text") return yield* readText(file.text.replaceAll("\r\n", "\n").split(/[\n\r]/));
    if (file.kind === "document") return yield* readText(file.lines);
    throw new FileProblem("is no text");
  },
};
