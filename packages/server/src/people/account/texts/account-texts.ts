import type { Language } from "@survey-open-platform/service";
import { accountEn, type AccountTexts } from "./en.ts";
import { accountZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, AccountTexts>> = { en: accountEn, "zh-CN": accountZhCn };

/** Every text of the account pages in one language. */
export function accountTextsFor(language: Language): AccountTexts {
  return dictionaries[language];
}
