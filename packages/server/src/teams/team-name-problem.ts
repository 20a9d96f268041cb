import { declaredName } from "../session/credential-fields.ts";
import type { TeamTexts } from "./texts/en.ts";

/** Why a name was refused. */
export type TeamNameProblem = keyof TeamTexts["create"]["problems"];

/** What is wrong with the name of a team by itself. */
export function teamNameProblem(name: string): TeamNameProblem | undefined {
  if (name === "") return "name_missing";
  return declaredName().safeParse(name).success ? undefined : "name_malformed";
}
