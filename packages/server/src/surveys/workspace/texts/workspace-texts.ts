import type { Language } from "@survey-open-platform/service";
import { workspaceEn, type WorkspaceTexts } from "./en.ts";
import { workspaceZhCn } from "./zh-cn.ts";

const dictionaries: Readonly<Record<Language, WorkspaceTexts>> = { en: workspaceEn, "zh-CN": workspaceZhCn };

/** Every text of the workspace in one language. */
export function workspaceTextsFor(language: Language): WorkspaceTexts {
  return dictionaries[language];
}
