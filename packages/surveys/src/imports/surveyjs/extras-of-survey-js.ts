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

/** What is no question of its own: a calculation, or a table whose rows are added. */
export function readExtra(element: SurveyJsObject, { calculations, repeats }: SurveyJsExtras): boolean {
  const at = element.name;
  if (element.type === "expression") calculations.push({ at, text: element.rawText("expression") });
  else if (element.type === "matrixdynamic")
    repeats.push({ name: at, questions: element.objects("columns").map(({ name }) => name) });
  else return false;
  return true;
}
