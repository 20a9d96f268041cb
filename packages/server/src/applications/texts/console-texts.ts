import type { Language } from "@survey-open-platform/service";
import { consoleEn, type ConsoleTexts } from "./en.ts";
import { consoleZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, ConsoleTexts>> = { en: consoleEn, "zh-CN": consoleZhCn };

/** Every text of the developer console in one language. */
export function consoleTextsFor(language: Language): ConsoleTexts {
  return dictionaries[language];
}
