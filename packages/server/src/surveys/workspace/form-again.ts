import type { Question } from "@survey-open-platform/surveys";
import { orderIn, partKinds } from "./question-form-fields.ts";
import type { QuestionForm } from "./question-form.ts";

/** Boxes in which each line is a new part. */
const partBoxes = ["new-options", "new-rows", "new-blanks"] as const;

/**
 * A form to be shown again. New parts are lines in their boxes, as they were typed: they get ids when they are stored.
 *
 * @param before the question of the type that the form shows
 */
export function formAgain(
  before: Question,
  { question, problems, pictureProblems = {} }: QuestionForm,
  field: (name: string) => string,
): QuestionForm {
  const arranged = partKinds.flatMap((kind) => orderIn(field, kind) ?? []);
  const had = new Set([
    ...[...before.options, ...before.subTitles, ...before.blank_setting].map(({ id }) => id),
    ...arranged,
  ]);
  const kept = <Part extends { readonly id: string }>(parts: readonly Part[]) =>
    parts.filter(({ id }) => had.has(id));
  const { options, subTitles, blank_setting: blanks } = question;
  return {
    question: {
      ...question,
      options: kept(options),
      subTitles: kept(subTitles),
      blank_setting: question.type === "blanks" ? kept(blanks) : blanks,
    },
    problems,
    pictureProblems,
    added: Object.fromEntries(partBoxes.map((id) => [id, field(id)])),
  };
}
