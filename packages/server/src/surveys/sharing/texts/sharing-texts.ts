import type { Language } from "@survey-open-platform/service";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import { commentsEn, handOverEn, logEn, peopleEn } from "./en.ts";
import { commentsZhCn, handOverZhCn, logZhCn, peopleZhCn } from "./zh-cn.ts";

const sharingEn = { log: logEn, people: peopleEn, handOver: handOverEn, comments: commentsEn };

/** Every text of the pages about who works on a survey. */
type SharingTexts = TextsOf<typeof sharingEn>;

const dictionaries: Readonly<Record<Language, SharingTexts>> = {
  en: sharingEn,
  "zh-CN": { log: logZhCn, people: peopleZhCn, handOver: handOverZhCn, comments: commentsZhCn },
};

/** Those texts in one language. */
export function sharingTextsFor(language: Language): SharingTexts {
  return dictionaries[language];
}
