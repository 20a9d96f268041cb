import type { IdMaker } from "../model/ids.ts";
import { optionBlank } from "../model/option-blanks.ts";
import type { Question } from "../model/question.ts";

/** A copy of a question in which everything has a new id. Jumps lead where those of the original lead. */
export function copyQuestionParts(question: Question, makeId: IdMaker): Question {
  return withIds(question, newIds(question, makeId));
}

/** The same question with other ids. @param ids by the present ones */
export function withIds(question: Question, ids: ReadonlyMap<string, string>): Question {
  const idOf = (old: string) => ids.get(old) ?? old;
  const blanks = question.blank_setting.map((blank) => blank.id);
  return {
    ...question,
    id: idOf(question.id),
    options: question.options.map((option) => ({
      ...option,
      id: idOf(option.id),
      text: blanks.reduce(
        (text, blank) => text.replaceAll(optionBlank(blank), () => optionBlank(idOf(blank))),
        option.text,
      ),
    })),
    subTitles: question.subTitles.map((row) => ({ ...row, id: idOf(row.id) })),
    blank_setting: question.blank_setting.map((blank) => ({
      ...blank,
      id: idOf(blank.id),
      attach_id: idOf(blank.attach_id),
    })),
    groups: question.groups.map((entry) => ({ ...entry, id: idOf(entry.id), parent: idOf(entry.parent) })),
  };
}

/** New ids for everything in a question, by the present ones. */
export function newIds(question: Question, makeId: IdMaker): ReadonlyMap<string, string> {
  return new Map([
    [question.id, makeId("question")],
    ...[...question.options, ...question.groups].map((part) => [part.id, makeId("option")] as const),
    ...question.subTitles.map((row) => [row.id, makeId("row")] as const),
    ...question.blank_setting.map((blank) => [blank.id, makeId("blank")] as const),
  ]);
}
