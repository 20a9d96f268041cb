import { FileProblem } from "../file-problem.ts";
import type { ImportSource, OpenedFile } from "../import-source.ts";
import { isRecord } from "../is-record.ts";
import { googleTypes } from "./google-types.ts";
import { readGoogleForm } from "./read-google-form.ts";

/** Forms of Google, as its interface for forms gives them. */
export const googleForms: ImportSource = {
  name: "Google Forms",
  files: ".json",
  constructs: [
    ...Object.entries(googleTypes).map(([key, { outcome, here }]) => ({ name: key, outcome, here })),
    { name: "questionGroupItem", outcome: "kept", here: "matrix of single or multiple choices" },
    { name: "pageBreakItem", outcome: "kept", here: "a page, with its title as a paragraph" },
    { name: "textItem", outcome: "kept", here: "description" },
    { name: "imageItem, videoItem, pictures of options", outcome: "left out", here: "each is named" },
    { name: "required, shuffle", outcome: "kept", here: "the same; of a matrix, if one row is required" },
    { name: "goToSectionId, SUBMIT_FORM", outcome: "kept", here: "rules at the end of the page" },
    { name: "RESTART_FORM, sections before", outcome: "left out", here: "each is named" },
    { name: "grading, settings", outcome: "left out", here: "each is named" },
  ],
  matches: (file) => formIn(file) !== undefined,
  *read(file, request) {
    const form = formIn(file);
    if (form === undefined) throw new FileProblem("is no form of Google");
    return yield* readGoogleForm(form, request);
  },
};

function formIn(file: OpenedFile): Readonly<Record<string, unknown>> | undefined {
  if (file.kind !== "json" || !isRecord(file.json)) return undefined;
  const { items, info, formId } = file.json;
  const isForm = typeof formId === "string" || isRecord(info);
  return isForm && (Array.isArray(items) || items === undefined) ? file.json : undefined;
}
