import type { Language } from "@survey-open-platform/service";
import { listEn, type ListTexts } from "./en.ts";
import { listZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, ListTexts>> = { en: listEn, "zh-CN": listZhCn };

/** Texts of the lists of surveys in one language. */
export function listTextsFor(language: Language): ListTexts {
  return dictionaries[language];
}
