import type { AnswerValues, CustomArgumentValues, StoredAnswer } from "@survey-open-platform/surveys";

/** What was answered. */
export function valuesOf({ valuesText }: StoredAnswer): AnswerValues {
  // Only values are stored there.
  return JSON.parse(valuesText) as AnswerValues;
}

/** The custom arguments of an answer, by name. */
export function customArgumentsOf({ argumentsText }: StoredAnswer): CustomArgumentValues {
  // Only custom arguments are stored there.
  return argumentsText === "" ? {} : (JSON.parse(argumentsText) as CustomArgumentValues);
}
