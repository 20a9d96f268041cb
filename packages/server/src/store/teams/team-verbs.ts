import type { Database } from "@survey-open-platform/database";
import {
  applicationLock,
  registrationLock,
  teamCreationLock,
  teamLock,
  teamNameLock,
} from "../statements/locks.ts";
import type { Schema } from "../schema/schema.ts";
import {
  createTeamApplication,
  findTeamAppid,
  setAllowedNetworks,
  setWritePermission,
  type NetworkChange,
  type WritePermissionChange,
  type NewTeamApplication,
} from "./team-application.ts";
import {
  changeRole,
  findTeamMember,
  handOver,
  hasOtherCreator,
  listTeamMembers,
  countMember,
  removeMember,
  type HandingOver,
  type MemberChange,
  type TeamMemberSearch,
} from "./team-member-table.ts";
import {
  countTeam,
  createTeam,
  deleteTeam,
  findOwnTeam,
  listAppidsOf,
  listOwnTeams,
  renameTeam,
  type NewTeam,
  type OwnTeamSearch,
  type TeamDeletion,
  type TeamOfMember,
  type TeamRenaming,
} from "./team-table.ts";
import { thirdPartyVerbs } from "../people/third-party-verbs.ts";
import { listIssuedTokens, type IssuedTokenSearch } from "../tokens/team-token-issue-table.ts";

/** What members do with their teams. Each verb checks the role of the user who asks, in its transaction. */
export function teamVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    ...thirdPartyVerbs(database),
    findOwnTeam: (team: TeamOfMember) => findOwnTeam(reader, team),
    listOwnTeams: (search: OwnTeamSearch) => listOwnTeams(reader, search),
    countTeam: (teamId: number) => countTeam(reader, teamId),
    createTeam: (team: NewTeam) =>
      database.write((t) => createTeam(t, team), {
        locks: [teamNameLock(team.name), teamCreationLock(team.actor.userId)],
      }),
    renameTeam: (renaming: TeamRenaming) =>
      database.write((t) => renameTeam(t, renaming), {
        locks: [teamNameLock(renaming.name), teamLock(renaming.teamId)],
      }),
    deleteTeam: async (deletion: TeamDeletion) => {
      const appids = await listAppidsOf(reader, deletion.teamId);
      return database.write((t) => deleteTeam(t, deletion), {
        locks: [teamLock(deletion.teamId), ...appids.map(applicationLock)],
      });
    },
    ...memberVerbs(database),
    ...teamApplicationVerbs(database),
  };
}

function locked({ teamId }: Pick<MemberChange, "teamId">) {
  return { locks: [teamLock(teamId)] };
}

function memberVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    listTeamMembers: (search: TeamMemberSearch) => listTeamMembers(reader, search),
    findTeamMember: (member: TeamOfMember) => findTeamMember(reader, member),
    countTeamMember: (member: TeamOfMember) => countMember(reader, member),
    hasOtherCreator: (member: TeamOfMember) => hasOtherCreator(reader, member),
    changeTeamRole: (change: Parameters<typeof changeRole>[1]) =>
      database.write((t) => changeRole(t, change), locked(change)),
    removeTeamMember: (change: MemberChange) =>
      database.write((t) => removeMember(t, change), locked(change)),
    handOverTeam: (handing: HandingOver) => database.write((t) => handOver(t, handing), locked(handing)),
  };
}

function teamApplicationVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    findTeamAppid: (team: TeamOfMember) => findTeamAppid(reader, team),
    createTeamApplication: (application: NewTeamApplication) =>
      database.write((t) => createTeamApplication(t, application), {
        locks: [registrationLock(application.teamId)],
      }),
    setAllowedNetworks: (change: NetworkChange) =>
      database.write((t) => setAllowedNetworks(t, change), { locks: [applicationLock(change.appid)] }),
    setWritePermission: (change: WritePermissionChange) =>
      database.write((t) => setWritePermission(t, change), { locks: [applicationLock(change.appid)] }),
    listIssuedTokens: (search: IssuedTokenSearch) => listIssuedTokens(reader, search),
  };
}
