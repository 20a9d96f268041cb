import type { Language } from "@survey-open-platform/service";
import { answerImportEn, type AnswerImportTexts } from "./en.ts";
import { answerImportZhCn } from "./zh-cn.ts";

const texts: Readonly<Record<Language, AnswerImportTexts>> = {
  en: answerImportEn,
  "zh-CN": answerImportZhCn,
};

/** The texts about tables of answers in a language. */
export function answerImportTextsFor(language: Language): AnswerImportTexts {
  return texts[language];
}
