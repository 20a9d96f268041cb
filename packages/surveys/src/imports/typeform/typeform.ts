import { FileProblem } from "../file-problem.ts";
import type { ImportSource, OpenedFile } from "../import-source.ts";
import { isRecord, recordsIn } from "../is-record.ts";
import { readTypeform } from "./read-typeform.ts";
import { typeformTypes } from "./typeform-types.ts";

/** Forms of Typeform. */
export const typeform: ImportSource = {
  name: "Typeform",
  files: ".json",
  constructs: [
    ...Object.entries(typeformTypes).map(([key, { outcome, here }]) => ({
      name: `field ${key}`,
      outcome,
      here,
    })),
    { name: "one question at a time", outcome: "kept", here: "the same" },
    { name: "required, randomize, lengths, number of choices", outcome: "kept", here: "the same" },
    { name: "smallest and largest number", outcome: "left out", here: "each is named" },
    { name: "welcome screen", outcome: "kept", here: "the welcome text" },
    { name: "first ending", outcome: "kept", here: "the ending text; other endings are named" },
    {
      name: "jumps that compare answers, joined by and, or",
      outcome: "kept",
      here: "rules; a page ends with a question that jumps",
    },
    {
      name: "jumps by dates, beginnings of texts, variables or hidden fields",
      outcome: "left out",
      here: "each is named",
    },
    { name: "bold and italic type in texts", outcome: "left out", here: "each is named" },
    {
      name: "ending that the system writes",
      outcome: "left out",
      here: "surveys have an ending text of their own",
    },
    { name: "calculations, variables, scores, hidden fields", outcome: "left out", here: "each is named" },
    {
      name: "colour of buttons and corners of a theme",
      outcome: "kept",
      here: "main colour, with enough contrast, and corners",
    },
    {
      name: "pictures, videos, settings, other parts of a theme",
      outcome: "left out",
      here: "each is named",
    },
    { name: "`{{field:…}}` in texts", outcome: "changed", here: "kept as it is written" },
    { name: "refs of fields and choices that their author wrote", outcome: "kept", here: "codes" },
  ],
  matches: (file) => formIn(file) !== undefined,
  *read(file, request) {
    const form = formIn(file);
    if (form === undefined) throw new FileProblem("is no form of Typeform");
    return yield* readTypeform(form, request);
  },
};

/** Fields alone differ from other JSON by their types and references. */
function formIn(file: OpenedFile): Readonly<Record<string, unknown>> | undefined {
  const form = file.kind === "json" && isRecord(file.json) ? file.json : {};
  const hasParts = parts.some((part) => part in form) || recordsIn(form["fields"]).some(isField);
  return hasParts && Array.isArray(form["fields"]) ? form : undefined;
}

function isField(field: object): boolean {
  return "type" in field && ("ref" in field || "id" in field);
}

const parts = ["settings", "_links", "logic", "welcome_screens", "thankyou_screens"];
