import type { Language } from "@survey-open-platform/service";
import type { MailContent } from "../../model/mail.ts";
import { mailFooterEn, wordsEn } from "./en.ts";
import type { MailWords } from "./mail-words.ts";
import { mailFooterZhCn, wordsZhCn } from "./zh-cn.ts";

interface MailTexts {
  readonly words: (content: MailContent) => MailWords;
  readonly sentBy: (origin: string) => string;
  readonly unsubscribe: (url: string) => string;
}

const dictionaries: Readonly<Record<Language, MailTexts>> = {
  en: { words: wordsEn, ...mailFooterEn },
  "zh-CN": { words: wordsZhCn, ...mailFooterZhCn },
};

/** The words of mails in one language. */
export function mailTextsFor(language: Language): MailTexts {
  return dictionaries[language];
}
