import { FileProblem } from "../file-problem.ts";
import type { ImportSource } from "../import-source.ts";
import { readSheets } from "./read-workbook.ts";
import { readXlsForm } from "./read-xlsform.ts";
import { formTypes } from "./xlsform-types.ts";

/** Forms of ODK, KoBoToolbox and others. */
export const xlsForm: ImportSource = {
  name: "XLSForm",
  files: ".xlsx",
  constructs: [
    ...Object.values(formTypes).map(({ name, outcome, here }) => ({ name: `type ${name}`, outcome, here })),
    { name: "groups", outcome: "kept", here: "pages; inside another group, a paragraph and its questions" },
    { name: "repeats", outcome: "changed", here: "their questions are asked once, and named" },
    { name: "start, end, deviceid and other metadata", outcome: "left out", here: "each is named" },
    { name: "relevant: comparisons, and, or, not, selected", outcome: "kept", here: "rules" },
    {
      name: "relevant: calculations and other functions",
      outcome: "left out",
      here: "the question is always shown",
    },
    { name: "required, hint, or_other, randomize", outcome: "kept", here: "the same" },
    { name: "required under a condition", outcome: "left out", here: "each is named" },
    { name: "disabled rows", outcome: "left out", here: "they are not part of the form" },
    {
      name: "constraint: longest text, number of choices, regular expression of a mail address",
      outcome: "kept",
      here: "the same",
    },
    {
      name: "other constraints",
      outcome: "changed",
      here: "answers are checked less strictly; each is named",
    },
    {
      name: "constraint_message, choice_filter, default, trigger, media",
      outcome: "left out",
      here: "each is named",
    },
    { name: "label::language", outcome: "kept", here: "the same, up to 20 languages" },
    {
      name: "label beside label::language",
      outcome: "kept",
      here: "in `default_language`, or else English, where no fewer rows have it",
    },
    {
      name: "appearance, parameters",
      outcome: "left out",
      here: "named, but for `minimal`, `randomize`, and what a scale has of a range",
    },
    { name: "other settings, columns of choices for filters", outcome: "left out", here: "each is named" },
    { name: "`${name}` in labels", outcome: "changed", here: "kept as it is written" },
    { name: "names of questions and choices", outcome: "kept", here: "codes" },
  ],
  matches: (file) => file.kind === "zip" && file.parts.has("xl/workbook.xml"),
  *read(file) {
    if (file.kind !== "zip") throw new FileProblem("is no workbook");
    const sheets = yield* readSheets(file.parts, ["survey", "choices", "settings"]);
    const survey = sheets.get("survey");
    if (survey === undefined)
      throw new FileProblem("is a workbook without a sheet named survey, and no XLSForm");
    return yield* readXlsForm({
      survey,
      choices: sheets.get("choices") ?? [],
      settings: sheets.get("settings")?.[0] ?? {},
    });
  },
};
