import {
  type AnswerProblem,
  type AnswerValues,
  fileIdsIn,
  fileReference,
  listIn,
} from "@survey-open-platform/surveys";
import type { SentForm } from "./sent-form.ts";

/** An answer without the files that are no longer kept, and where they are missing. */
export interface MissingFiles {
  readonly values: AnswerValues;
  /** Of the first page with a question that has lost a file. */
  readonly pageId: string;
  readonly problems: ReadonlyMap<string, AnswerProblem>;
}

/** Finds files of an answer that are missing: they waited for more than a day, or made room for others. @returns undefined for none */
export async function findMissingFiles({
  dependencies,
  survey,
  progress,
}: SentForm): Promise<MissingFiles | undefined> {
  const { definition, values } = progress;
  const files = fileIdsIn(definition.pages, values) ?? [];
  if (files.length === 0) return undefined;
  const left = await dependencies.store.surveys.filesLeftOf({ surveyId: survey.id, files });
  if (files.every((file) => left.has(file))) return undefined;
  const isMissing = (file: string) =>
    files.includes(fileReference(file).id ?? "") && !left.has(fileReference(file).id ?? "");
  const entries = Object.entries(values).flatMap(([id, value]) => {
    const kept = listIn(value).filter((file) => !isMissing(file));
    if (kept.length === listIn(value).length) return [[id, value] as const];
    return kept.length === 0 ? [] : [[id, kept] as const];
  });
  return { values: Object.fromEntries(entries), ...placeOf(progress, isMissing) };
}

function placeOf(
  { definition, values }: SentForm["progress"],
  isMissing: (file: string) => boolean,
): Pick<MissingFiles, "pageId" | "problems"> {
  const hasLost = ({ id }: { readonly id: string }) =>
    listIn(values[id] ?? "").some((file) => isMissing(file));
  const page = definition.pages.find(({ questions }) => questions.some(hasLost));
  const lost = (page?.questions ?? []).filter(hasLost);
  const [first] = definition.theme?.pacing === "questions" ? lost : [];
  return {
    pageId: first?.id ?? page?.id ?? "",
    problems: new Map(lost.map(({ id }) => [id, { code: "file_gone" }])),
  };
}
