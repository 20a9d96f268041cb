import { answersOf } from "../question-types/question-types.ts";
import { type AnswerValue, type AnswerValues, listIn } from "./answer-values.ts";
import type { SurveyPage } from "./question.ts";

/** A file in an answer. */
export interface FileReference {
  /** Names the file that is kept; undefined for an answer that came from elsewhere, of which only the name is known. */
  readonly id: string | undefined;
  readonly name: string;
}

/** Ids are 192 random bits, so that a name that came from elsewhere is not taken for one. */
const keptFile = /^([\w-]{32})\/(.+)$/s;

/** Reads a file in the value of an answer. */
export function fileReference(text: string): FileReference {
  const [, id, name] = keptFile.exec(text) ?? [];
  return { id, name: name ?? text };
}

/** Writes a file that is kept, for the value of an answer. */
export function keptFileText({ id, name }: { readonly id: string; readonly name: string }): string {
  return `${id}/${name}`;
}

/** The names of the files in an answer. */
export function fileNamesIn(value: AnswerValue): readonly string[] {
  return listIn(value).map((file) => fileReference(file).name);
}

/** Ids of the files that are kept for an answer. Nothing else in a list of an answer looks like one. */
export function keptFilesIn(values: AnswerValues): readonly string[] {
  return Object.values(values).flatMap((value) =>
    listIn(value).flatMap((entry) => fileReference(entry).id ?? []),
  );
}

/** {@link keptFilesIn}; undefined for a survey that asks for no files. */
export function fileIdsIn(pages: readonly SurveyPage[], values: AnswerValues): readonly string[] | undefined {
  const asksForFiles = pages.some(({ questions }) =>
    questions.some((question) => answersOf(question) === "files"),
  );
  return asksForFiles ? keptFilesIn(values) : undefined;
}
