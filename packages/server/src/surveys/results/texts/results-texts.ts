import type { Language } from "@survey-open-platform/service";
import { resultsEn, type ResultsTexts } from "./en.ts";
import { resultsZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, ResultsTexts>> = { en: resultsEn, "zh-CN": resultsZhCn };

/** Every text of the pages about results in one language. */
export function resultsTextsFor(language: Language): ResultsTexts {
  return dictionaries[language];
}
