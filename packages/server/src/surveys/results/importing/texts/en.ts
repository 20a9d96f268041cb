import type { AnswersRefusal, AnswersRefusalCode } from "../../../../store/surveys/answers-refusal.ts";
import type { AnswersOutcome, RowProblem } from "../../../../store/surveys/take-answers.ts";
import type { TextsOf } from "../../../../pages/texts/texts-of.ts";
import { workspaceTextsFor } from "../../../workspace/texts/workspace-texts.ts";

const refusals: Readonly<Record<Exclude<AnswersRefusalCode, "file">, string>> = {
  no_survey: "The survey is gone.",
  not_published: "Publish the survey first: answers belong to a version.",
  no_column:
    "No column has the code or the title of a question, and there are not as many columns as questions.",
  no_answers: "The file has no row below its heads.",
  too_many:
    "The file has more answers than this page takes. Divide it, or ask an operator for sop import-answers.",
  changed: "The file is not the one that was looked at. Choose it again.",
};

/** Every text of the pages on which answers of a table are taken in, in English. */
export const answerImportEn = {
  title: "Import answers",
  lead: "Answers that were given elsewhere, on paper or in another system, come in from a table with a row for each answer. The columns are shown before anything is changed.",
  notPublished: "Publish the survey first: answers belong to a version.",
  file: "Table",
  fileHint: (most: string): string => `CSV in UTF-8, or an Excel file. At most 4 MB and ${most} answers.`,
  look: "Preview",
  missing: "Choose a file.",
  howTitle: "How columns are found",
  how: [
    "The first row has the heads. A column is a question by its code, by its title, or, where no head is known and there are as many columns as questions, by its position.",
    "Options are their texts, codes or numbers in exports. Several are joined by ; or have a column each with 1 or 0.",
    "Times are in started_at and ended_at, such as 2026-11-01 09:00:00.",
    "An export of this survey as CSV has the right heads.",
  ],
  lookTitle: "Check before you import",
  ready: "Everything fits. Columns that are left out change nothing.",
  take: (answers: number, count: string): string =>
    answers === 1 ? "Import one answer" : `Import ${count} answers`,
  problems: (problems: number, count: string): string =>
    problems === 1
      ? "One cell does not fit, so nothing was imported. Correct the file and choose it again."
      : `${count} cells do not fit, so nothing was imported. Correct the file and choose it again.`,
  problem: ({ row, column, message }: RowProblem): string => `Row ${row}, ${column}: ${message}.`,
  further: (count: string): string => `… and ${count} more`,
  columns: "Columns of the file",
  column: "Column",
  noHead: "Without a head",
  question: "Question",
  target: (title: string): string =>
    title === "started_at" ? "Begin of the answer" : title === "ended_at" ? "End of the answer" : title,
  leftOut: "Left out",
  foundBy: "Found by",
  by: {
    code: "Code",
    title: "Title",
    position: "Position",
    none: "–",
    twice: "An earlier column is the same",
  } satisfies Readonly<Record<AnswersOutcome["columns"][number]["by"], string>>,
  another: "Choose another file",
  back: "Back to the answers",
  imported: "The answers were imported.",
  changed: refusals.changed,
  refusal: ({ code, file }: AnswersRefusal): string =>
    code === "file" ? fileWords(file, workspaceTextsFor("en").importing.problem) : refusals[code],
};

/** What is wrong with a file, in the words of the pages on which surveys are taken in. */
function fileWords(
  file: AnswersRefusal["file"],
  problem: (problem: { readonly path: readonly string[]; readonly message: string }) => string,
): string {
  return problem({ path: [], message: `${file?.why ?? ""}, at row ${file?.row ?? 1}` });
}

/** The texts about tables of answers, whatever the language. */
export type AnswerImportTexts = TextsOf<typeof answerImportEn>;
