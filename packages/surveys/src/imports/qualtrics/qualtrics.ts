import { FileProblem } from "../file-problem.ts";
import type { ImportSource } from "../import-source.ts";
import { memberOf } from "../is-record.ts";
import { qualtricsTypes } from "./qualtrics-types.ts";
import { readQsf } from "./read-qsf.ts";

/** Surveys of Qualtrics. */
export const qualtrics: ImportSource = {
  name: "Qualtrics",
  files: ".qsf",
  constructs: [
    ...Object.entries(qualtricsTypes).map(([key, { outcome, here }]) => ({
      name: `question ${key}`,
      outcome,
      here,
    })),
    { name: "blocks and page breaks", outcome: "kept", here: "pages, in the order of the flow" },
    { name: "questions in the trash", outcome: "left out", here: "they are not part of the survey" },
    { name: "display logic on choices and texts, joined by and, or", outcome: "kept", here: "rules" },
    {
      name: "other display logic, and that of choices",
      outcome: "left out",
      here: "always shown, and named",
    },
    {
      name: "random order of blocks of one page, and of the questions of a page",
      outcome: "kept",
      here: "rules",
    },
    {
      name: "question SBS: side by side",
      outcome: "changed",
      here: "a matrix for each column",
    },
    { name: "skip logic to a question, the end of a block or of the survey", outcome: "kept", here: "rules" },
    { name: "branches around blocks, and ends of the survey in them", outcome: "kept", here: "rules" },
    {
      name: "a block that comes again, loops of blocks",
      outcome: "left out",
      here: "asked once, in their order",
    },
    {
      name: "branches by other data, randomizers that show some only, web services, embedded data",
      outcome: "left out",
      here: "each is named",
    },
    {
      name: "choices with a text entry, exclusive choices",
      outcome: "kept",
      here: "blanks, exclusive options",
    },
    {
      name: "smallest and largest number of choices, longest text, phone numbers",
      outcome: "kept",
      here: "the same, where a question of its type checks it; others are named",
    },
    {
      name: "first colour of changes to a theme",
      outcome: "kept",
      here: "main colour, with enough contrast",
    },
    { name: "other changes to a theme", outcome: "left out", here: "each is named" },
    { name: "languages", outcome: "kept", here: "the same, up to 20" },
    { name: "export tags, recoded values", outcome: "kept", here: "codes" },
    {
      name: "other validation, default choices, JavaScript",
      outcome: "left out",
      here: "each is named",
    },
    { name: "end messages, header, footer, expiration", outcome: "left out", here: "each is named" },
    { name: "quotas, scoring", outcome: "left out", here: "each is named" },
    { name: "piped texts", outcome: "changed", here: "kept as they are written" },
  ],
  matches: (file) =>
    file.kind === "json" &&
    memberOf(file.json, "SurveyEntry") !== undefined &&
    Array.isArray(memberOf(file.json, "SurveyElements")),
  *read(file) {
    if (file.kind !== "json") throw new FileProblem("is no JSON");
    return yield* readQsf(file.json);
  },
};
