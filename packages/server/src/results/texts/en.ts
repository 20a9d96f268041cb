import type { TextsOf } from "../../pages/texts/texts-of.ts";

const exporting = {
  title: "Export",
  codebook: "Codebook",
  codebookText:
    "Says what the columns of every export mean: questions, options and their codes, also those that an edit has removed.",
  codebookDownload: "Download the codebook (CSV)",
  notPublished: "This survey has not been published yet, so there is nothing to export.",
};

/** Every text of the pages about results, in English. */
export const resultsEn = { exporting };

/** The texts of the pages about results, whatever the language. */
export type ResultsTexts = TextsOf<typeof resultsEn>;
