import type { Language } from "@survey-open-platform/service";
import { en, type Texts } from "./en.ts";
import { zhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, Texts>> = { en, "zh-CN": zhCn };

/** Every text of the page in one language. */
export function textsFor(language: Language): Texts {
  return dictionaries[language];
}
