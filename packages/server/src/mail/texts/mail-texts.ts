import type { Language } from "@survey-open-platform/service";
import type { MailContent } from "../../model/mail.ts";
import type { TextsOf } from "../../pages/texts/texts-of.ts";
import { mailFooterEn, unsubscribePageEn, wordsEn } from "./en.ts";
import type { MailWords, WordsOfMails } from "./mail-words.ts";
import { mailFooterZhCn, unsubscribePageZhCn, wordsZhCn } from "./zh-cn.ts";

interface MailTexts {
  readonly words: WordsOfMails;
  readonly sentBy: (origin: string) => string;
  readonly unsubscribe: string;
  readonly before: (label: string) => string;
  readonly unsubscribePage: TextsOf<typeof unsubscribePageEn>;
}

const dictionaries: Readonly<Record<Language, MailTexts>> = {
  en: { words: wordsEn, ...mailFooterEn, unsubscribePage: unsubscribePageEn },
  "zh-CN": { words: wordsZhCn, ...mailFooterZhCn, unsubscribePage: unsubscribePageZhCn },
};

/** The words of mails in one language. */
export function mailTextsFor(language: Language): MailTexts {
  return dictionaries[language];
}

/** The words of a mail in one language. */
export function wordsOf({ kind, facts }: MailContent, language: Language): MailWords {
  // The facts are those of the kind.
  const write = mailTextsFor(language).words[kind] as (given: typeof facts) => MailWords;
  return write(facts);
}
