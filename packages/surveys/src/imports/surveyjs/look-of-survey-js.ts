import { isRecord, textIn } from "../is-record.ts";
import { colorOf, cornersOf, type SourceLook } from "../source-looks.ts";
import type { SurveyJsObject } from "./survey-js-object.ts";

/** The variables of a theme that are kept. */
const kept = { color: "--sjs-primary-backcolor", radius: "--sjs-corner-radius" };

/** The main colour and the corners of the theme that is in a file. */
export function lookOf(survey: SurveyJsObject): SourceLook {
  const { cssVariables, ...others } = survey.record("theme");
  const variables: Readonly<Record<string, unknown>> = {
    ...(isRecord(cssVariables) ? cssVariables : { cssVariables }),
    ...survey.record("themeVariables"),
  };
  const color = colorOf(textIn(variables[kept.color]));
  const [, radius] = /^(\d+(?:\.\d+)?)px$/.exec(textIn(variables[kept.radius])) ?? [];
  const taken = new Set([color && kept.color, radius && kept.radius]);
  const left = Object.entries({ ...variables, ...others }).filter(([name]) => !taken.has(name));
  for (const [name, value] of left.slice(0, 100))
    if (value !== undefined) survey.lose("setting", `theme: ${name}`);
  return {
    ...(color !== undefined && { color }),
    ...(radius !== undefined && { corners: cornersOf(Number(radius)) }),
  };
}
