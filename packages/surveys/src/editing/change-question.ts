import type { IdMaker } from "../model/ids.ts";
import { linkedEntries, linkedPaths } from "../model/linked-entries.ts";
import { blanksOfOption, optionBlank } from "../model/option-blanks.ts";
import type { LinkedEntry, Question } from "../model/question.ts";
import { answersOf, needsOf, type QuestionType } from "../question-types/question-types.ts";
import { hasLayout } from "./option-layout.ts";
import { newQuestion } from "./new-question.ts";

/**
 * Gives a question another type. What both types have stays, with its ids; what the new one does not have goes. Parts that only
 * the new one needs are for the author to write.
 */
export function changeType(question: Question, type: QuestionType): Question {
  if (question.type === type) return question;
  const fresh = newQuestion(type, () => "");
  const needs = needsOf(type);
  return {
    ...fresh,
    ...keptBy(question, type),
    ...(question.code !== undefined && { code: question.code }),
    required: fresh.required && question.required,
    random: question.random && needs.options !== undefined,
    options: needs.options ? question.options : [],
    subTitles: needs.rows ? question.subTitles : [],
    blank_setting: question.blank_setting.filter((blank) => keepsBlank(type, blank.type)),
    levels: needs.levels ? question.levels : [],
    groups: needs.levels ? question.groups : [],
  };
}

/** What does not belong to a type, or to both of them. */
function keptBy(question: Question, type: QuestionType): Partial<Question> {
  const { title, description, hidden, goto, id, index, real_index } = question;
  const { code, personal, picture, placeholder, maxRow } = question;
  return {
    title,
    description,
    hidden,
    goto,
    id,
    index,
    real_index,
    ...(code !== undefined && { code }),
    ...(personal !== undefined && answersOf({ type }) !== "none" && { personal }),
    ...(picture !== undefined && { picture }),
    ...(placeholder !== undefined && answersOf({ type }) === "text" && { placeholder }),
    ...(hasLayout(question) && hasLayout({ type }) && { maxRow }),
  };
}

function keepsBlank(type: QuestionType, of: "question" | "option"): boolean {
  return of === "question" ? needsOf(type).blanks === true : mayHaveOptionBlanks(type);
}

/** Whether options of questions of a type may have blanks to fill in. */
export function mayHaveOptionBlanks(type: QuestionType): boolean {
  return needsOf(type).options === "fillable";
}

/**
 * Writes the text of an option, in which each `____` is a blank. The blanks that the option has keep their ids, in their order.
 *
 * @returns the question with the new text and the blanks that belong to it
 */
export function writeOptionText(
  question: Question,
  optionId: string,
  text: string,
  makeId: IdMaker,
): Question {
  const [first = "", ...others] = mayHaveOptionBlanks(question.type) ? text.split("____") : [text];
  const known = blanksOfOption(question, optionId).map(({ id }) => id);
  const ids = others.map((_, at) => known[at] ?? makeId("blank"));
  const written = others.reduce((joined, part, at) => joined + optionBlank(ids[at] ?? "") + part, first);
  const blanks = ids.map((id) => ({
    id,
    text: "",
    validate: "",
    type: "option" as const,
    attach_id: optionId,
  }));
  return {
    ...question,
    options: question.options.map((option) =>
      option.id === optionId ? { ...option, text: written } : option,
    ),
    blank_setting: [
      ...question.blank_setting.filter(({ type, attach_id }) => type !== "option" || attach_id !== optionId),
      ...blanks,
    ],
  };
}

/** Removes an option with its blanks. */
export function removeOption(question: Question, optionId: string): Question {
  return {
    ...question,
    options: question.options.filter(({ id }) => id !== optionId),
    blank_setting: question.blank_setting.filter(
      ({ type, attach_id }) => type !== "option" || attach_id !== optionId,
    ),
  };
}

/** The choices of a linked choice as lines such as `Asia+China+Beijing`. */
export function linkedLines({ groups }: Pick<Question, "groups">): readonly string[] {
  return linkedPaths(groups).map((path) => path.map(({ text }) => text).join("+"));
}

/** Reads lines of {@link linkedLines}. An entry that is reached by the same texts as before keeps its id. */
export function linkedEntriesOf(
  lines: readonly string[],
  before: readonly LinkedEntry[],
  makeId: IdMaker,
): readonly LinkedEntry[] {
  const known = new Map(before.map((entry) => [pathKey(entry, before), entry.id]));
  const paths = lines.map((line) => line.split(/[+＋]/).map((text) => text.trim()));
  const placed = linkedEntries(paths, String);
  const ids = placed.map((entry) => known.get(pathKey(entry, placed)) ?? makeId("option"));
  return placed.map(({ text, parent }, at) => ({
    id: ids[at] ?? "",
    text,
    parent: parent === "" ? "" : (ids[Number(parent)] ?? ""),
  }));
}

function pathKey(entry: LinkedEntry, entries: readonly LinkedEntry[]): string {
  const texts = [entry.text];
  for (let above = entry.parent; above !== "" && texts.length <= entries.length;) {
    const parent = entries.find(({ id }) => id === above);
    texts.unshift(parent?.text ?? "");
    above = parent?.parent ?? "";
  }
  return JSON.stringify(texts);
}
