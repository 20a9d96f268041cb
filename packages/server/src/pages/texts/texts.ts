import type { Language } from "@survey-open-platform/service";
import { en, type Texts } from "./en.ts";
import { zhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, Texts>> = { en, "zh-CN": zhCn };

/**
 * Every text of every page in one language.
 *
 * @param language the language of the page
 */
export function textsFor(language: Language): Texts {
  return dictionaries[language];
}
