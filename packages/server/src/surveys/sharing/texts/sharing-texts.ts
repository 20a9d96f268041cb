import type { Language } from "@survey-open-platform/service";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import { commentsEn } from "./comments-en.ts";
import { commentsZhCn } from "./comments-zh-cn.ts";
import { handOverEn } from "./hand-over-en.ts";
import { handOverZhCn } from "./hand-over-zh-cn.ts";
import { logEn } from "./log-en.ts";
import { logZhCn } from "./log-zh-cn.ts";
import { peopleEn } from "./people-en.ts";
import { peopleZhCn } from "./people-zh-cn.ts";

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
