import type { Language } from "@survey-open-platform/service";
import { teamRoles, type TeamRole } from "../../model/team.ts";
import { textsFor } from "./texts.ts";

/** The name of a team role, by its number on the wire. */
export function teamRoleName(role: number, language: Language): string {
  // The keys of the table are its names.
  const name = (Object.keys(teamRoles) as TeamRole[]).find((one) => teamRoles[one] === role) ?? "member";
  return textsFor(language).teamRoles[name];
}
