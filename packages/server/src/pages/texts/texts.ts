import type { Language } from "@survey-open-platform/service";
import { bounceReason } from "../../model/bounce.ts";
import { teamRoles, type TeamRole } from "../../model/team.ts";
import { en, type Texts } from "./en.ts";
import { zhCn } from "./zh-cn.ts";

/** Why an address takes no mail, by the status code with which a mail came back, as a sentence. */
export function bounceReasonText(status: string, language: Language): string {
  return `${textsFor(language).bounceReasons[bounceReason(status)]} (${status})`;
}

/** The name of a team role, by its number on the wire. */
export function teamRoleName(role: number, language: Language): string {
  // The keys of the table are its names.
  const name = (Object.keys(teamRoles) as TeamRole[]).find((one) => teamRoles[one] === role) ?? "member";
  return textsFor(language).teamRoles[name];
}

const dictionaries: Readonly<Record<Language, Texts>> = { en, "zh-CN": zhCn };

/**
 * Every text of every page in one language.
 *
 * @param language the language of the page
 */
export function textsFor(language: Language): Texts {
  return dictionaries[language];
}
