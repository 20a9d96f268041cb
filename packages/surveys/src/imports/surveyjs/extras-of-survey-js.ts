import type { SurveyJsExtras, SurveyJsObject } from "./survey-js-object.ts";

/** Triggers that set a value; others end the survey or skip. */
const SETS = /^(?:set|copy|run)/;

/** Values that follow from answers. */
export function readCalculations(survey: SurveyJsObject, { calculations }: SurveyJsExtras): void {
  for (const value of survey.objects("calculatedValues"))
    calculations.push({ at: "", text: `${value.name} = ${value.rawText("expression")}` });
  for (const trigger of survey.objects("triggers")) {
    const said = [trigger.type, trigger.rawText("setToName"), trigger.rawText("expression")];
    const text = said.filter((part) => part !== "").join(" ");
    if (SETS.test(trigger.type)) calculations.push({ at: "", text });
    else survey.lose("setting", `triggers: ${text}`);
  }
}

/** What is no question of a type that is there: a calculation, a table whose rows are added, or anything else. */
export function readExtra(element: SurveyJsObject, { calculations }: SurveyJsExtras): void {
  const { name: at, type } = element;
  const columns = type === "matrixdynamic" ? element.objects("columns").map(({ name }) => name) : [];
  if (type === "expression") calculations.push({ at, text: element.rawText("expression") });
  else element.lose("type", columns.length === 0 ? type : `${type}: ${columns.join(", ")}`.slice(0, 500));
}
