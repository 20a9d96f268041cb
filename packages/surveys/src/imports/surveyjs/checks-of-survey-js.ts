import type { Question } from "../../model/question.ts";
import { surveyLimits } from "../../question-types/declared-text.ts";
import { checkOfPattern } from "../check-of-pattern.ts";
import {
  bound,
  checkedFields,
  type NamedCheck,
  noCheck,
  type SourceCheck,
  together,
} from "../source-checks.ts";
import type { SurveyJsObject } from "./survey-js-object.ts";

/** What a question and its validators ask for, as far as it is checked here. */
export function checksOf(element: SurveyJsObject, made: Pick<Question, "type" | "options" | "validate">) {
  const { type, options, validate } = made;
  const validators = element.objects("validators").map((validator): NamedCheck => {
    const kind = validator.type.replace(/validator$/, "");
    const text = `${kind} ${validator.rawText("expression") || boundsOf(validator)}`.trim();
    return { text, check: readers.get(kind)?.(validator) ?? noCheck };
  });
  // A ranking counts its choices only where respondents pick what they rank.
  const isCounted = type !== "sort" || (hasCount(element) && element.flag("selectToRankEnabled"));
  const own = ofElement.flatMap(([name, member]) => {
    if (name !== "longest" && !isCounted) return [];
    const value = element.count(member, surveyLimits.answerText) ?? 0;
    return value > 0 ? [{ text: `${member} ${value}`, check: bound(name, value) }] : [];
  });
  return checkedFields({ type, options, fields: { validate } }, [...own, ...validators], (text) =>
    element.lose("check", text),
  );
}

function hasCount(element: SurveyJsObject): boolean {
  return element.has("minSelectedChoices") || element.has("maxSelectedChoices");
}

const ofElement = [
  ["longest", "maxLength"],
  ["least", "minSelectedChoices"],
  ["most", "maxSelectedChoices"],
] as const;

type ValidatorReader = (validator: SurveyJsObject) => SourceCheck;

const readers: ReadonlyMap<string, ValidatorReader> = new Map<string, ValidatorReader>([
  ["email", () => ({ validate: "email", isWhole: true })],
  ["numeric", (one) => ({ validate: "number", isWhole: !one.has("minValue") && !one.has("maxValue") })],
  [
    "text",
    (one) => ({
      ...boundIn(one, "longest", "maxLength"),
      isWhole: !one.has("minLength") && !one.isFalse("allowDigits"),
    }),
  ],
  ["answercount", (one) => together([boundIn(one, "least", "minCount"), boundIn(one, "most", "maxCount")])],
  ["regex", (one) => checkOfPattern(one.rawText("regex"))],
]);

/** A bound of a validator; 0 is none. */
function boundIn(validator: SurveyJsObject, name: "longest" | "least" | "most", key: string): SourceCheck {
  return (validator.number(key) ?? 0) > 0 ? bound(name, validator.number(key)) : { isWhole: true };
}

/** The members that say what is checked, for the report. */
function boundsOf(validator: SurveyJsObject): string {
  const names = ["minValue", "maxValue", "minLength", "maxLength", "minCount", "maxCount"];
  const bounds = names.flatMap((name) => (validator.has(name) ? [`${name} ${validator.number(name)}`] : []));
  return [validator.rawText("regex"), ...bounds].filter((text) => text !== "").join(", ");
}
