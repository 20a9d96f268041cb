import type { IdMaker } from "../model/ids.ts";
import { optionBlank } from "../model/option-blanks.ts";
import type { Question } from "../model/question.ts";

/** A copy of a question in which everything has a new id. Jumps lead where those of the original lead. */
export function copyQuestionParts(question: Question, makeId: IdMaker): Question {
  const id = makeId("question");
  const ids = newIds(question, id, makeId);
  const idOf = (old: string) => ids.get(old) ?? old;
  const blanks = question.blank_setting.map((blank) => blank.id);
  return {
    ...question,
    id,
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

function newIds(question: Question, id: string, makeId: IdMaker): ReadonlyMap<string, string> {
  return new Map([
    [question.id, id],
    ...[...question.options, ...question.groups].map((part) => [part.id, makeId("option")] as const),
    ...question.subTitles.map((row) => [row.id, makeId("row")] as const),
    ...question.blank_setting.map((blank) => [blank.id, makeId("blank")] as const),
  ]);
}
