import type { Language } from "@survey-open-platform/service";
import { sheetsEn, type SheetsTexts } from "./en.ts";
import { sheetsZhCn } from "./zh-cn.ts";

const texts: Readonly<Record<Language, SheetsTexts>> = { en: sheetsEn, "zh-CN": sheetsZhCn };

/** The texts about sheets in a language. */
export function sheetsTextsFor(language: Language): SheetsTexts {
  return texts[language];
}
