import { type AnswerValue, blanksIn, listIn, textAt, type TextsById } from "../model/answer-values.ts";
import { blanksOfOption, optionLabel } from "../model/option-blanks.ts";
import type { Question } from "../model/question.ts";
import type { AnswerProblem } from "./answer-problem.ts";
import { type FormFields, ruledLineIn, type ParsedAnswer, partName } from "./question-fields.ts";
import { checkLine } from "./text-rules.ts";

/** The options that were chosen in a form, in the order of the question; ids that it does not have come last. */
export function chosenIn(fields: FormFields, name: string, question: Question): readonly string[] {
  const given = new Set(fields.getAll(name).filter((id) => id !== ""));
  const known = question.options.map(({ id }) => id).filter((id) => given.has(id));
  return [...known, ...given].filter((id, at, all) => all.indexOf(id) === at);
}

/**
 * Options and the blanks inside them. Filling in a blank chooses its option: of a single choice, when no other is chosen.
 */
export function parseFillable(fields: FormFields, question: Question, isSingle: boolean): ParsedAnswer {
  const ticked = chosenIn(fields, question.id, question);
  const filled = question.options.filter(
    ({ id }) => Object.keys(filledBlanks(fields, question, id)).length > 0,
  );
  const chosen = isSingle ? singleOf(ticked, filled) : severalOf(question, ticked, filled);
  const blanks: TextsById = Object.fromEntries(
    chosen.flatMap((id) => Object.entries(filledBlanks(fields, question, id))),
  );
  if (chosen.length === 0) return { value: undefined };
  return { value: Object.keys(blanks).length === 0 ? chosen : { options: chosen, blanks } };
}

type Identified = readonly { readonly id: string }[];

function singleOf(ticked: readonly string[], filled: Identified): readonly string[] {
  return ticked.length === 0 && filled.length === 1 ? filled.map(({ id }) => id) : ticked;
}

function severalOf(question: Question, ticked: readonly string[], filled: Identified): readonly string[] {
  const all = new Set([...ticked, ...filled.map(({ id }) => id)]);
  const known = question.options.map(({ id }) => id).filter((id) => all.delete(id));
  return [...known, ...all];
}

function filledBlanks(fields: FormFields, question: Question, optionId: string): TextsById {
  const texts = blanksOfOption(question, optionId)
    .map(({ id, validate }) => [id, ruledLineIn(fields, partName(question, id), validate)] as const)
    .filter(([, text]) => text !== "");
  return Object.fromEntries(texts);
}

/** What is wrong with the chosen options of a question, whatever their number. */
export function checkOptions(question: Question, chosen: readonly string[]): AnswerProblem | undefined {
  const options = new Map(question.options.map((option) => [option.id, option]));
  if (!chosen.every((id) => options.has(id)) || new Set(chosen).size < chosen.length)
    return { code: "unknown_option" };
  const exclusive = chosen.map((id) => options.get(id)).find((option) => option?.exclusive === true);
  if (exclusive === undefined || chosen.length === 1) return undefined;
  return { code: "exclusive", part: optionLabel(question, exclusive) };
}

/** What is wrong with the number of chosen options. */
export function checkCount(question: Question, count: number): AnswerProblem | undefined {
  const { minlength = 0, maxlength } = question;
  if (count < minlength) return { code: "too_few", limit: minlength };
  return maxlength > 0 && count > maxlength ? { code: "too_many", limit: maxlength } : undefined;
}

/** What is wrong with the blanks that were filled in chosen options. */
export function checkFilledBlanks(question: Question, value: AnswerValue): AnswerProblem | undefined {
  const filled = blanksIn(value);
  const allowed = new Set(
    listIn(value).flatMap((id) => blanksOfOption(question, id).map((blank) => blank.id)),
  );
  if (Object.keys(filled).some((id) => !allowed.has(id))) return { code: "not_an_answer" };
  for (const { id, validate } of question.blank_setting) {
    const text = textAt(filled, id);
    if (text === "" && question.required && allowed.has(id)) return blankMissing(question, id);
    const problem = text === "" ? undefined : checkLine({ maxlength: 0, validate }, text);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** An option of a required question that asks for words is no answer without them. */
function blankMissing(question: Question, blankId: string): AnswerProblem {
  const option = question.options.find(({ id }) =>
    blanksOfOption(question, id).some((one) => one.id === blankId),
  );
  return { code: "part_required", part: option === undefined ? "" : optionLabel(question, option) };
}
