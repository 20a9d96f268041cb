import type { IdMaker } from "../model/ids.ts";
import { optionLabel } from "../model/option-blanks.ts";
import type { Question } from "../model/question.ts";
import { needsOf } from "../question-types/question-types.ts";
import {
  changeType,
  linkedEntriesOf,
  linkedLines,
  removeOption,
  writeOptionText,
} from "./change-question.ts";
import { newBlank, newOption } from "./new-question.ts";

/**
 * Gives a question what its text form says now. The question keeps its id; options, rows and blanks whose text is as before keep
 * theirs, so that rules and answers still refer to them. What the text form cannot say, such as a jump, stays; so does the mark of
 * personal questions, which a text may lack because its writer does not know it.
 *
 * @param written the question as it was read from its text form
 * @example
 * const edited = editPages(definition, replacingQuestion(rewriteQuestion(before, written, makeId)));
 */
export function rewriteQuestion(before: Question, written: Question, makeId: IdMaker): Question {
  const { title, description, required, personal } = written;
  const needs = needsOf(written.type);
  const base = {
    ...changeType(before, written.type),
    title,
    description,
    required,
    ...(personal && { personal }),
  };
  const withOptions = needs.options ? writeOptions(base, written, makeId) : base;
  return {
    ...withOptions,
    ...countsOf(withOptions, written),
    ...(needs.rows && {
      subTitles: keptParts(base.subTitles, written.subTitles, (text) => newRow(text, makeId)),
    }),
    ...(needs.blanks && {
      blank_setting: keptParts(base.blank_setting, written.blank_setting, (text) =>
        newBlank(text, base.id, makeId),
      ),
    }),
    ...(needs.levels && {
      levels: written.levels,
      groups: linkedEntriesOf(linkedLines(written), base.groups, makeId),
    }),
    ...(needs.marks === "chosen" && { starBeginNum: written.starBeginNum, starNum: written.starNum }),
  };
}

function newRow(text: string, makeId: IdMaker): Question["subTitles"][number] {
  return { id: makeId("row"), text };
}

interface Part {
  readonly id: string;
  readonly text: string;
}

/** The written parts in their order; one with the text of an earlier part is that part. */
function keptParts<One extends Part>(
  before: readonly One[],
  written: readonly Part[],
  make: (text: string) => One,
): readonly One[] {
  const left = [...before];
  return written.map(({ text }) => {
    const at = left.findIndex((part) => part.text === text);
    const [kept] = at < 0 ? [] : left.splice(at, 1);
    return kept ?? make(text);
  });
}

/** Options are compared as people read them: blanks in them have ids of their own. */
function writeOptions(base: Question, written: Question, makeId: IdMaker): Question {
  const left = [...base.options];
  let question: Question = base;
  const ids = written.options.map((option) => {
    const label = optionLabel(written, option);
    const at = left.findIndex((one) => optionLabel(base, one) === label);
    const [kept] = at < 0 ? [] : left.splice(at, 1);
    if (kept !== undefined) return kept.id;
    const added = newOption("", makeId);
    question = { ...question, options: [...question.options, added] };
    question = writeOptionText(question, added.id, label, makeId);
    return added.id;
  });
  for (const { id } of left) question = removeOption(question, id);
  const byId = new Map(question.options.map((option) => [option.id, option]));
  return { ...question, options: ids.flatMap((id) => byId.get(id) ?? []) };
}

/** Numbers of choices that the text names; those of before stay where it names none, as far as there are so many options. */
function countsOf(
  { minlength: least = 0, maxlength: most, options, type }: Question,
  written: Question,
): Pick<Question, "maxlength"> & Partial<Pick<Question, "minlength">> {
  if (type !== "checkbox") return { maxlength: written.maxlength || most };
  return {
    maxlength: written.maxlength || Math.min(most, options.length),
    minlength: written.minlength || Math.min(least, options.length),
  };
}
