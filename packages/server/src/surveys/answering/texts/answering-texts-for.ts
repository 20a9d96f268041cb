import type { Language } from "@survey-open-platform/service";
import type { AnsweringDictionaries, AnsweringTexts } from "./answering-texts.ts";
import { answeringEn } from "./en.ts";
import { answeringZhCn } from "./zh-cn.ts";

const dictionaries: AnsweringDictionaries = { en: answeringEn, "zh-CN": answeringZhCn };

/** The texts of the answering pages in a language. */
export function answeringTextsFor(language: Language): AnsweringTexts {
  return dictionaries[language];
}
