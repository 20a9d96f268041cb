import { runSteps } from "@survey-open-platform/database";
import { z } from "zod";
import { numberIn, reachableTeam, writingTeam, type TeamCaller } from "../team-caller.ts";
import type { AuthorizedWrite } from "../write-endpoint.ts";

/** Descriptions of the parts of paths. */
export const teamPath = { team_id: z.int().min(0).meta({ description: "Id of the team" }) } as const;
export const groupPath = {
  ...teamPath,
  group_id: z.int().min(0).meta({ description: "Id of the group; 0 for the one that stands for the team" }),
} as const;
export const memberPath = {
  ...groupPath,
  user_id: z.int().min(0).meta({ description: "Id of the user" }),
} as const;

/** Errors of every call that changes contacts. */
export const contactErrors = ["claim_error", "contacts_team_not_found"] as const;

/**
 * The application that changes contacts, with the team that the path names.
 *
 * @throws `PlatformError` `claim_error`, `contacts_team_not_found`, `invalid_argument`
 */
export async function writingContacts(request: AuthorizedWrite<unknown>): Promise<TeamCaller> {
  const caller = await writingTeam(request);
  const teamId = numberIn(request.path, "team_id");
  await runSteps(request.transaction, reachableTeam(caller, teamId, "contacts_team_not_found"));
  return { ...caller, teamId };
}
