import type { Language } from "@survey-open-platform/service";
import { credentialsEn, type CredentialsTexts } from "./en.ts";
import { credentialsZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, CredentialsTexts>> = {
  en: credentialsEn,
  "zh-CN": credentialsZhCn,
};

/** Every text about credentials in one language. */
export function credentialsTextsFor(language: Language): CredentialsTexts {
  return dictionaries[language];
}
