import { isRecord } from "../is-record.ts";

/** Members by which the JSON of other systems is known, all of one line together. */
const systems: readonly (readonly [string, ...(readonly string[])])[] = [
  ["Qualtrics", "SurveyEntry", "SurveyElements"],
  ["Typeform", "fields", "settings"],
  ["Typeform", "fields", "_links"],
  ["Typeform", "form_response"],
  ["Google Forms", "formId"],
  ["Google Forms", "info", "items"],
  ["Formbricks", "questions", "endings"],
  ["Formbricks", "questions", "welcomeCard"],
  ["Formbricks", "blocks"],
  ["Formbricks", "preset"],
  ["LimeSurvey", "LimeSurveyDocType"],
];

/** Why JSON is not a survey of SurveyJS; undefined when it can be one. */
export function otherSource(json: Readonly<Record<string, unknown>>): string | undefined {
  const inner = isRecord(json["data"]) ? json["data"] : {};
  const system = systems.find(([, ...members]) =>
    [json, inner].some((object) => members.every((member) => Object.hasOwn(object, member))),
  );
  if (system !== undefined) return `is a survey of ${system[0]} and not of SurveyJS`;
  if (firstQuestionsOf(json).some((question) => Object.hasOwn(question, "headline")))
    return "is a survey of Formbricks and not of SurveyJS";
  if (firstQuestionsOf(json).some((question) => "options" in question || "blank_setting" in question))
    return "is the JSON form of this platform, and not of SurveyJS";
  const hasQuestions = ["pages", "elements", "questions"].some((member) => Array.isArray(json[member]));
  return hasQuestions ? undefined : "has neither pages nor elements, so it is no survey of SurveyJS";
}

function firstQuestionsOf(json: Readonly<Record<string, unknown>>) {
  const holders = [json, ...firstOf(json["pages"]).filter(isRecord)];
  return holders.flatMap((holder) => firstOf(holder["questions"])).filter(isRecord);
}

function firstOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.slice(0, 5) : [];
}
