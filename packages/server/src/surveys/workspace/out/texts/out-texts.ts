import type { Language } from "@survey-open-platform/service";
import { outEn, type OutTexts } from "./en.ts";
import { outZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, OutTexts>> = { en: outEn, "zh-CN": outZhCn };

/** Every text of the pages that take a survey out, in one language. */
export function outTextsFor(language: Language): OutTexts {
  return dictionaries[language];
}
