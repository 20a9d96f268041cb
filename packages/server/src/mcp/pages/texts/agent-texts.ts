import type { Language } from "@survey-open-platform/service";
import { agentsEn, type AgentTexts } from "./en.ts";
import { agentsZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, AgentTexts>> = { en: agentsEn, "zh-CN": agentsZhCn };

/** Every text of the pages about agents in one language. */
export function agentTextsFor(language: Language): AgentTexts {
  return dictionaries[language];
}
