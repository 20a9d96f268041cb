import type { Question, QuestionType } from "../../model/question.ts";
import { surveyLimits } from "../../question-types/declared-text.ts";
import { memberOf, recordsIn, textIn } from "../is-record.ts";
import type { FormbricksParts } from "./formbricks-types.ts";

/** What answers have to be, as far as it is checked here. */
export interface FormbricksChecks {
  readonly inputType: string;
  /** Longest text; 0 for none. */
  readonly longest: number;
  readonly counts: Partial<Pick<Question, "minlength" | "maxlength">>;
  /** Those that are not. */
  readonly others: readonly string[];
}

/** Reads the rules of a question. */
export function checksOf(validation: unknown): FormbricksChecks {
  const rules = recordsIn(memberOf(validation, "rules"));
  // One of several that are joined by “or” need not hold.
  const hold = memberOf(validation, "logic") === "or" && rules.length > 1 ? [] : rules;
  const found = (type: string) => hold.find((rule) => rule["type"] === type);
  const bound = (type: string, side: "min" | "max", most: number) => {
    const value = Number(memberOf(found(type)?.["params"], side));
    return Number.isInteger(value) && value > 0 && value <= most ? value : 0;
  };
  const [least, highest] = [
    bound("minSelections", "min", surveyLimits.options),
    bound("maxSelections", "max", surveyLimits.options),
  ];
  const known = new Set(["email", "phone", "maxLength", "minSelections", "maxSelections"]);
  return {
    inputType: ["email", "phone"].find((type) => found(type) !== undefined) ?? "",
    longest: bound("maxLength", "max", surveyLimits.answerText),
    counts: { ...(least > 0 && { minlength: least }), ...(highest > 0 && { maxlength: highest }) },
    others: rules
      .filter((rule) => !hold.includes(rule) || !known.has(textIn(rule["type"])))
      .map(({ type, params }) => `${textIn(type)} ${JSON.stringify(params ?? {})}`),
  };
}

/** How many choices have to be ticked. */
export function countsFor(type: QuestionType, { counts }: FormbricksChecks): FormbricksChecks["counts"] {
  return type === "checkbox" ? counts : {};
}

/** The parts of a question with what its rules say of them. */
export function withChecks(
  parts: FormbricksParts,
  { inputType, longest }: FormbricksChecks,
): FormbricksParts {
  return {
    ...parts,
    ...(inputType !== "" && { inputType, isLong: false }),
    ...(longest > 0 && { longest }),
  };
}
