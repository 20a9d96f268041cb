import type { CredentialsSection, ManagedCredentials } from "../credentials/credentials-section.ts";
import { notFound } from "../pages/page-error.ts";
import type { UserRequest } from "../session/page-request.ts";
import type { TeamForUser } from "../store/teams/team-table.ts";
import type { Store } from "../store/store.ts";
import { managedTeam, teamAddress, teamPath } from "./team-for-user.ts";
import { TeamFrame } from "./team-frame.tsx";
import { findTeamAppid } from "../store/teams/team-application.ts";
import { findApplicationForUser } from "../store/applications/application-for-user-table.ts";

/** The path of the pages about the credentials of a team. */
export const teamCredentialsPath = `${teamPath}/credentials`;

/** Where the pages about the credentials of a team are. */
export function credentialsOfTeam(store: Store): CredentialsSection {
  return {
    path: teamCredentialsPath,
    async find(pageRequest) {
      const credentials = await findCredentials(store, pageRequest, await managedTeam(store, pageRequest));
      if (credentials === undefined) throw notFound();
      return credentials;
    },
  };
}

/** The credentials of a team that the user manages. @returns undefined when the team has none yet */
export async function findCredentials(
  store: Store,
  pageRequest: UserRequest,
  team: TeamForUser,
): Promise<ManagedCredentials | undefined> {
  const userId = pageRequest.session.user.id;
  const appid = await findTeamAppid(store.reader, { teamId: team.id, userId });
  if (appid === undefined) return undefined;
  const managed = { appid, ownerId: team.id, userId };
  const application = await findApplicationForUser(store.reader, managed);
  return (
    application && {
      application,
      managed,
      address: teamAddress(team.id, "/credentials"),
      Frame: (props) => <TeamFrame {...props} team={team} />,
    }
  );
}
