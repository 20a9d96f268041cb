import type { Language } from "@survey-open-platform/service";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";
import { participantsEn } from "./en.ts";
import { participantsZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, TextsOf<typeof participantsEn>>> = {
  en: participantsEn,
  "zh-CN": participantsZhCn,
};

/** Every text of the pages about participants in one language. */
export function participantsTextsFor(language: Language): TextsOf<typeof participantsEn> {
  return dictionaries[language];
}
