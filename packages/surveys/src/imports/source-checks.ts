import type { Question } from "../model/question.ts";
import { surveyLimits } from "../question-types/declared-text.ts";
import { valueIn } from "./is-record.ts";
import type { NeutralQuestion } from "./neutral-survey.ts";

/** What a source asks of an answer, as far as questions here can ask it. */
export interface SourceCheck {
  /** Longest text. */
  readonly longest?: number | undefined;
  /** Fewest and most choices. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly validate?: "number" | "email" | undefined;
  /** Whether that is all of it; else answers are checked less strictly here. */
  readonly isWhole: boolean;
}

/** A check in the words of its file, for the report. */
export interface NamedCheck {
  readonly text: string;
  readonly check: SourceCheck;
}

/** The question that is checked, as far as it is made. */
type Checked = Pick<NeutralQuestion, "type"> & {
  readonly options?: readonly unknown[] | undefined;
  readonly fields?: Partial<Question> | undefined;
};

/** A check that no question here makes. */
export const noCheck: SourceCheck = { isWhole: false };

const largest = {
  longest: surveyLimits.answerText,
  least: surveyLimits.options,
  most: surveyLimits.options,
} as const;

/** A bound of lengths or of choices: a whole number as far as there can be so many. */
export function bound(name: keyof typeof largest, value: unknown): SourceCheck {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 && count <= largest[name]
    ? { [name]: count, isWhole: true }
    : noCheck;
}

/** A bound that a file names; none where it is not set. */
export function namedBound(label: string, name: keyof typeof largest, value: unknown): readonly NamedCheck[] {
  const text = valueIn(value).trim();
  return text === "" || Number(text) <= 0 ? [] : [{ text: `${label}: ${text}`, check: bound(name, text) }];
}

/** What several checks ask, as one: the strictest bounds. */
export function together(checks: readonly SourceCheck[]): SourceCheck {
  return {
    longest: outermost(
      checks.map(({ longest }) => longest),
      Math.min,
    ),
    least: outermost(
      checks.map(({ least }) => least),
      Math.max,
    ),
    most: outermost(
      checks.map(({ most }) => most),
      Math.min,
    ),
    validate: checks.findLast(({ validate }) => validate !== undefined)?.validate,
    isWhole: checks.every(({ isWhole }) => isWhole),
  };
}

function outermost(
  bounds: readonly (number | undefined)[],
  of: (one: number, other: number) => number,
): number | undefined {
  return bounds.reduce(
    (found, one) => (found === undefined || one === undefined ? (found ?? one) : of(found, one)),
    undefined,
  );
}

/**
 * What a question checks of what its source does.
 *
 * @param lose notes what is checked less strictly
 */
export function checkedFields(
  question: Checked,
  named: readonly NamedCheck[],
  lose: (text: string) => void,
): Partial<Question> {
  const kept = named.map(({ text, check }) => ({ text, ...keptOf(question, check) }));
  const { least, ...others } = together(kept);
  // More than the most that are allowed could not be chosen.
  const isTooMany = least !== undefined && least > (others.most ?? least);
  for (const one of kept) if (!one.isWhole || (isTooMany && one.least !== undefined)) lose(one.text);
  return fieldsOf(isTooMany ? others : { least, ...others });
}

/** A question is of a text or of choices: both have their most in one field. */
function fieldsOf({ longest, least, most, validate }: SourceCheck): Partial<Question> {
  const maxlength = longest ?? most;
  return {
    ...(maxlength !== undefined && { maxlength }),
    ...(least !== undefined && { minlength: least }),
    ...(validate !== undefined && { validate }),
  };
}

/** What of a check a question can make. */
function keptOf(question: Checked, check: SourceCheck): SourceCheck {
  const { longest, least, most, validate } = check;
  const kept = {
    longest: takesLength(question, validate) ? longest : undefined,
    least: takesChoices(question, least) ? least : undefined,
    most: takesChoices(question, most) ? most : undefined,
    validate: takesRule(question, validate) ? validate : undefined,
  };
  const isAll = (["longest", "least", "most", "validate"] as const).every(
    (name) => kept[name] === check[name],
  );
  return { ...kept, isWhole: check.isWhole && isAll };
}

function takesLength({ type, fields }: Checked, rule: SourceCheck["validate"]): boolean {
  return type === "textarea" || (type === "text" && (fields?.validate || rule) !== "number");
}

/** No more than there are can be chosen. */
function takesChoices({ type, options = [] }: Checked, count = 0): boolean {
  return (type === "checkbox" || type === "sort") && count <= options.length;
}

function takesRule({ type, fields }: Checked, rule: SourceCheck["validate"]): boolean {
  return (type === "text" || type === "matrix_text") && (fields?.validate || rule) === rule;
}
