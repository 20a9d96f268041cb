import type { TextsOf } from "../../../../pages/texts/texts-of.ts";

/** Every text of the pages that take a survey out, in English. */
export const outEn = {
  title: "The survey as a file",
  lead: "The questions as they are in the editor, without answers, for other survey systems and for paper. Below each file is what it does not say.",
  print: "To read or print",
  printText: "All questions on one page.",
  open: "Open the page",
  download: (system: string): string => `Download for ${system}`,
  json: "This platform",
  jsonText: "JSON that keeps everything. Another platform of this kind takes it in.",
  back: "Back to the export page",
  page: (number: number): string => `Page ${number}`,
  condition: "Only shown under conditions.",
};

/** The texts of the pages that take a survey out, whatever the language. */
export type OutTexts = TextsOf<typeof outEn>;
