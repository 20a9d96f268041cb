import type { ImportKind } from "../import-source.ts";

/** What this platform writes itself. */
export const ownForms: ImportKind = {
  name: "Survey Open Platform",
  files: ".sop.zip,.json,.txt",
  constructs: [
    { name: "archive of `sop export`", outcome: "kept", here: "surveys whole" },
    { name: "text form, where a line names a type", outcome: "kept", here: "the same" },
    { name: "brackets that name no type", outcome: "changed", here: "kept as text, and named" },
    { name: "JSON form", outcome: "kept", here: "the same" },
    {
      name: "response of `GET /api/surveys/{survey_id}`, with or without `/legacy`",
      outcome: "kept",
      here: "its texts and questions; it has no rules, languages and look",
    },
    { name: "redirect, window and other settings of a response", outcome: "left out", here: "each is named" },
  ],
};
