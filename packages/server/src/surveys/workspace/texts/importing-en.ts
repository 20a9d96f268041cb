import { type ImportOutcome, importLossText, type Problem } from "@survey-open-platform/surveys";

/** The words of the pages on which files of other systems are taken in. */
export const importingEn = {
  sources: (names: readonly string[]) => `Files of these systems are known: ${names.join(", ")}.`,
  file: "File",
  fileHint: "At most 10 MB. Its kind is recognised by what is in it.",
  text: "Or its content",
  textHint:
    "Where the other system shows JSON or XML to be copied. Or plain text: questions begin with their number or name their type, such as [Single Choice].",
  look: "Look at it first",
  lookTitle: "Look before you create",
  recognised: (source: string) => `A survey of ${source}.`,
  answers: (count: number) =>
    `${count === 1 ? "One answer comes" : `${count} answers come`} in with it: the survey will be published, and paused.`,
  whole: "Everything is carried over.",
  summary: (changed: number, left: number) => `Changed: ${changed}. Left out: ${left}.`,
  outcomes: { changed: "Changed", left_out: "Left out" } satisfies Readonly<Record<ImportOutcome, string>>,
  loss: importLossText,
  questions: "The questions as they will be",
  required: "required",
  conditional: "shown under a condition",
  page: (number: number) => `Page ${number}`,
  rules: (count: number) => (count === 1 ? "One rule of logic" : `${count} rules of logic`),
  create: "Create the survey",
  archived: ({
    versions,
    answers,
    participants,
  }: Readonly<Record<"versions" | "answers" | "participants", number>>) =>
    `versions: ${versions}, answers: ${answers}, participants: ${participants}`,
  archivePaused:
    "Everything comes in as it was, with new addresses. Published surveys are paused, and none has a password.",
  archiveFiles: "This platform keeps no files: those of answers are known by their names only.",
  createArchived: (count: number) => (count === 1 ? "Create the survey" : `Create ${count} surveys`),
  another: "Choose another file",
  problem: ({ path, message }: Problem) =>
    path.length === 0 ? `This file ${message}.` : `${path.join(".")}: ${message}.`,
  missing: "Choose a file, or paste its content.",
  reportTitle: "What the import changed",
  reportFrom: (source: string, file: string) =>
    file === "" ? `Imported from ${source}.` : `Imported from ${source}: ${file}.`,
  reportLink: "What the import changed",
  further: (count: number) => `… and ${count} more`,
};
