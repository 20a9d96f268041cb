import type { Language } from "@survey-open-platform/service";
import { administrationEn, type AdministrationTexts } from "./en.ts";
import { administrationZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, AdministrationTexts>> = {
  en: administrationEn,
  "zh-CN": administrationZhCn,
};

/** Every text of the administration in one language. */
export function administrationTextsFor(language: Language): AdministrationTexts {
  return dictionaries[language];
}
