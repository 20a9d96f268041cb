import { FileProblem } from "../file-problem.ts";
import type { ImportSource, OpenedFile } from "../import-source.ts";
import { isRecord, recordsIn } from "../is-record.ts";
import { formbricksTypes } from "./formbricks-types.ts";
import { readFormbricks } from "./read-formbricks.ts";

/** Surveys of Formbricks. */
export const formbricks: ImportSource = {
  name: "Formbricks",
  files: ".json",
  constructs: [
    ...Object.entries(formbricksTypes).map(([key, { outcome, here }]) => ({
      name: `question ${key}`,
      outcome,
      here,
    })),
    {
      name: "blocks",
      outcome: "kept",
      here: "pages; without blocks, a page ends with a question that jumps",
    },
    { name: "one question at a time", outcome: "kept", here: "the same; with blocks, a page at a time" },
    { name: "required, shuffle, longest text, placeholder of a text", outcome: "kept", here: "the same" },
    { name: "shuffle except the last, shortest text", outcome: "left out", here: "each is named" },
    { name: "welcome card", outcome: "kept", here: "the welcome text" },
    { name: "first ending", outcome: "kept", here: "the ending text; other endings are named" },
    { name: "jumps that compare answers, joined by and, or", outcome: "kept", here: "rules" },
    {
      name: "jumps by dates, beginnings of texts, variables or hidden fields",
      outcome: "left out",
      here: "each is named",
    },
    { name: "“require answer” and calculations", outcome: "left out", here: "each is named" },
    { name: "languages, listed or only in texts", outcome: "kept", here: "the same, up to 20" },
    {
      name: "validation: mail address, phone number, longest text, number of choices",
      outcome: "kept",
      here: "the same",
    },
    { name: "other validation", outcome: "left out", here: "each is named" },
    {
      name: "brand colour and roundness of the styling",
      outcome: "kept",
      here: "main colour, with enough contrast, and corners; named where the survey does not show its own styling",
    },
    { name: "hidden fields, variables, triggers, other styling", outcome: "left out", here: "each is named" },
    { name: "`#recall:…#` in texts", outcome: "changed", here: "kept as it is written" },
    { name: "ids of questions and choices that their author wrote", outcome: "kept", here: "codes" },
  ],
  matches: (file) => surveyIn(file) !== undefined,
  *read(file, request) {
    const survey = surveyIn(file);
    if (survey === undefined) throw new FileProblem("is no survey of Formbricks");
    return yield* readFormbricks(survey, request);
  },
};

/** Its interface gives a survey under `data`; a template has it under `preset`. */
function surveyIn(file: OpenedFile): Readonly<Record<string, unknown>> | undefined {
  if (file.kind !== "json" || !isRecord(file.json)) return undefined;
  return [file.json, file.json["data"], file.json["preset"]].filter(isRecord).find(isSurvey);
}

function isSurvey(survey: Readonly<Record<string, unknown>>): boolean {
  const blocks = recordsIn(survey["blocks"]);
  if (blocks.some((block) => Array.isArray(block["elements"]))) return true;
  if (!Array.isArray(survey["questions"])) return false;
  const hasCards = "welcomeCard" in survey || "endings" in survey;
  return hasCards || recordsIn(survey["questions"]).some((question) => "headline" in question);
}
