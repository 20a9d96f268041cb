import type { Database } from "@survey-open-platform/database";
import { listApplications, listTeams, listUsers, type AdministrationSearch } from "./administration-lists.ts";
import { setApplicationFrozen, type ApplicationStateChange } from "./application-administration.ts";
import { administratorLock, applicationLock, userLock } from "./locks.ts";
import type { Schema } from "./schema.ts";
import { setTeamPlan, type PlanChange } from "./team-administration.ts";
import {
  resetPassword,
  setUserDisabled,
  type PasswordReset,
  type UserStateChange,
} from "./user-administration.ts";

/** What administrators and the operator do with users, applications and teams of others. */
export function administrationVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    listUsers: (search: AdministrationSearch) => listUsers(reader, search),
    listApplications: (search: AdministrationSearch) => listApplications(reader, search),
    listTeams: (search: AdministrationSearch) => listTeams(reader, search),
    setUserDisabled: (change: UserStateChange) =>
      database.write((t) => setUserDisabled(t, change), {
        locks: [administratorLock, userLock(change.username)],
      }),
    resetPassword: (reset: PasswordReset) =>
      database.write((t) => resetPassword(t, reset), { locks: [userLock(reset.username)] }),
    setApplicationFrozen: (change: ApplicationStateChange) =>
      database.write((t) => setApplicationFrozen(t, change), { locks: [applicationLock(change.appid)] }),
    setTeamPlan: (change: PlanChange) => database.write((t) => setTeamPlan(t, change)),
  };
}
