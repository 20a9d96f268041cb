import type { Language } from "@survey-open-platform/service";
import { en } from "./en.ts";
import type { PrivacyTexts } from "./privacy-texts.ts";
import { zhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, PrivacyTexts>> = { en, "zh-CN": zhCn };

/** What is kept about people, in one language. */
export function privacyTextsFor(language: Language): PrivacyTexts {
  return dictionaries[language];
}
