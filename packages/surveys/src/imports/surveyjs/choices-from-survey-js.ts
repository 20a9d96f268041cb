import { surveyLimits } from "../../question-types/declared-text.ts";
import type { IdMaker } from "../../model/ids.ts";
import { optionBlank } from "../../model/option-blanks.ts";
import type { Option, Question } from "../../model/question.ts";
import type { SourceCodes } from "../source-codes.ts";
import { isRecord } from "../is-record.ts";
import { type ImportContext, SurveyJsObject, textOf } from "./survey-js-object.ts";

/** What reading questions needs. */
export interface QuestionImport extends ImportContext {
  readonly makeId: IdMaker;
  /** Of questions. */
  readonly codes: SourceCodes;
  /** All questions of the survey by their names, as they are written. */
  readonly elements: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

/** A choice, a column or a row, by the value that SurveyJS has for it. */
export interface Choice {
  readonly value: string;
  readonly text: string;
  /** What it says in the survey's own language, by which choices are sorted; the text where it is left out. */
  readonly order?: string;
}

/** Options, and their ids by the values that SurveyJS has for them. */
export interface ImportedOptions {
  readonly options: readonly Option[];
  readonly byValue: ReadonlyMap<string, string>;
}

/** One more than there can be is enough to refuse the question. */
const choicesRead = surveyLimits.options + 1;

/** Choices are values, or objects with a value and a text. */
export function choicesIn(element: SurveyJsObject, key: string, context: ImportContext): readonly Choice[] {
  const lost = new Set<string>();
  const choices = element
    .list(key)
    .slice(0, choicesRead)
    .map((choice) => {
      if (!isRecord(choice)) return plainChoice(choice, context);
      const { value, text, ...rest } = choice;
      for (const setting of Object.keys(rest).slice(0, 20)) lost.add(`${key}.${setting}`);
      const inOwn = { ...context, inLocale: undefined };
      const order = textOf(text, inOwn) || textOf(value, inOwn);
      return { value: String(value), text: textOf(text, context) || textOf(value, context), order };
    });
  for (const setting of lost) element.lose("setting", setting);
  return distinct(element, choices);
}

/** A choice that is no object: a value, or in older files `value|text`. */
function plainChoice(choice: unknown, context: ImportContext): Choice {
  const [, value, text] = (typeof choice === "string" && /^([^|]+)\|(.+)$/s.exec(choice)) || [];
  return value === undefined || text === undefined
    ? { value: String(choice), text: textOf(choice, context) }
    : { value, text };
}

/** Two choices that say the same could not be told apart. */
function distinct(element: SurveyJsObject, choices: readonly Choice[]): readonly Choice[] {
  const seen = new Set<string>();
  return choices.map(({ text: given, ...choice }) => {
    element.losePiping(given);
    const cut = given.slice(0, surveyLimits.optionText).toWellFormed();
    if (cut.length < given.length) element.lose("length", cut.slice(0, 60));
    const text = seen.has(cut) ? unlike(cut, seen) : cut;
    if (text !== cut) element.lose("repeated", cut.slice(0, 60));
    seen.add(text);
    return { ...choice, text };
  });
}

function unlike(text: string, seen: ReadonlySet<string>): string {
  const start = text.slice(0, surveyLimits.optionText - 10).toWellFormed();
  for (let number = 2; ; number += 1) if (!seen.has(`${start} (${number})`)) return `${start} (${number})`;
}

/** The choices of a question: its own, numbers in a range, and those of another question. */
export function choicesOf(element: SurveyJsObject, context: QuestionImport): readonly Choice[] {
  const choices = [
    ...choicesIn(element, "choices", context),
    ...range(element),
    ...otherChoices(element, context),
  ];
  const order = element.rawText("choicesOrder");
  if (order !== "asc" && order !== "desc" && order !== "random" && order !== "")
    element.lose("setting", `choicesOrder: ${order}`);
  const sign = signs.get(order) ?? 0;
  return sign === 0
    ? choices
    : choices.toSorted((one, other) => sign * orderOf(one).localeCompare(orderOf(other)));
}

const signs: ReadonlyMap<string, number> = new Map([
  ["asc", 1],
  ["desc", -1],
]);

function orderOf({ order, text }: Choice): string {
  return order ?? text;
}

/** `choicesMin` to `choicesMax`. */
function range(element: SurveyJsObject): readonly Choice[] {
  if (!element.has("choicesMax")) return [];
  const [first, last] = [element.number("choicesMin") ?? 0, element.number("choicesMax") ?? 0];
  const step = element.number("choicesStep") ?? 1;
  return step > 0 ? numbers(first, last, step) : [];
}

/** The numbers from one to another, as choices. */
export function numbers(first: number, last: number, step: number): readonly Choice[] {
  const count = Math.min(Math.max(Math.floor((last - first) / step) + 1, 0), choicesRead);
  return Array.from({ length: count }, (_, at) => {
    const mark = String(Number((first + at * step).toFixed(6)));
    return { value: mark, text: mark };
  });
}

function otherChoices(element: SurveyJsObject, context: QuestionImport): readonly Choice[] {
  const name = element.rawText("choicesFromQuestion");
  if (name === "") return [];
  const source = context.elements.get(name);
  // What that question itself loses is named there.
  const found =
    source && choicesIn(new SurveyJsObject(source, { ...context, losses: [] }), "choices", context);
  // Many questions may refer to one with too many choices: each would take long to be refused.
  const isTaken = found !== undefined && found.length > 0 && found.length < choicesRead;
  if (!isTaken) element.lose("setting", `choicesFromQuestion: ${name}`);
  return isTaken ? found : [];
}

/** Options out of choices. */
export function optionsOf(
  choices: readonly Choice[],
  { makeId }: Pick<QuestionImport, "makeId">,
  more: Partial<Option> = {},
): ImportedOptions {
  const made = choices.map(({ value, text }) => {
    const option = {
      id: makeId("option"),
      text,
      exclusive: false,
      noRandom: false,
      goto: "",
      display: [],
      ...more,
    };
    return { value, option };
  });
  return {
    options: made.map(({ option }) => option),
    byValue: new Map(made.map(({ value, option }) => [value, option.id])),
  };
}

/** The option with a blank for what is not among the choices. */
export function otherOption(
  text: string,
  context: QuestionImport,
): ImportedOptions & { readonly blank: Question["blank_setting"][number] } {
  const blankId = context.makeId("blank");
  const other = { value: "other", text: `${text} ${optionBlank(blankId)}` };
  const made = optionsOf([other], context, { noRandom: true });
  const attachId = made.options[0]?.id ?? "";
  return { ...made, blank: { id: blankId, text: "", validate: "", type: "option", attach_id: attachId } };
}
