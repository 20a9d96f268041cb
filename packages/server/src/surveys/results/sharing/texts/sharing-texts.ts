import type { Language } from "@survey-open-platform/service";
import { sharingEn, type SharingTexts } from "./en.ts";
import { sharingZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, SharingTexts>> = { en: sharingEn, "zh-CN": sharingZhCn };

/** Every text of the pages about links to results in one language. */
export function sharingTextsFor(language: Language): SharingTexts {
  return dictionaries[language];
}
