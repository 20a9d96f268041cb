import type { Language } from "@survey-open-platform/service";
import { teamEn, type TeamTexts } from "./en.ts";
import { teamZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, TeamTexts>> = { en: teamEn, "zh-CN": teamZhCn };

/** Every text of the team pages in one language. */
export function teamTextsFor(language: Language): TeamTexts {
  return dictionaries[language];
}
