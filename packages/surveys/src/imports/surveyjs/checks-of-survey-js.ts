import type { Question, QuestionType } from "../../model/question.ts";
import { checkFor, checkOfPattern, type SourceCheck, together } from "../source-checks.ts";
import type { SurveyJsObject } from "./survey-js-object.ts";

const nothing: SourceCheck = { fields: {}, isWhole: false };

/** What the validators of a question ask for, as far as it is checked here. */
export function checksOf(element: SurveyJsObject, type: QuestionType): Partial<Question> {
  const checks = element.objects("validators").map((validator) => {
    const kind = validator.type.replace(/validator$/, "");
    const check = checkFor(type, (readers[kind] ?? (() => nothing))(validator));
    if (!check.isWhole)
      element.lose("check", `${kind} ${validator.rawText("expression") || boundsOf(validator)}`.trim());
    return check.fields;
  });
  return together(checks);
}

const readers: Readonly<Record<string, (validator: SurveyJsObject) => SourceCheck>> = {
  email: () => ({ fields: { validate: "email" }, isWhole: true }),
  numeric: (one) => ({
    fields: { validate: "number" },
    isWhole: !one.has("minValue") && !one.has("maxValue"),
  }),
  text: (one) => ({
    fields: lengthIn(one, "maxlength", "maxLength"),
    isWhole: !one.has("minLength") && !one.isFalse("allowDigits"),
  }),
  answercount: (one) => ({
    fields: { ...lengthIn(one, "minlength", "minCount"), ...lengthIn(one, "maxlength", "maxCount") },
    isWhole: true,
  }),
  regex: (one) => checkOfPattern(one.rawText("regex")),
};

function lengthIn(
  validator: SurveyJsObject,
  field: "minlength" | "maxlength",
  key: string,
): Partial<Question> {
  const value = validator.count(key, 10_000) ?? 0;
  return value > 0 ? { [field]: value } : {};
}

/** The members that say what is checked, for the report. */
function boundsOf(validator: SurveyJsObject): string {
  const names = ["minValue", "maxValue", "minLength", "maxLength", "minCount", "maxCount"];
  const bounds = names.flatMap((name) => (validator.has(name) ? [`${name} ${validator.number(name)}`] : []));
  return [validator.rawText("regex"), ...bounds].filter((text) => text !== "").join(", ");
}
