import type { Database } from "@survey-open-platform/database";
import { listApplications, listTeams, listUsers, type AdministrationSearch } from "./administration-lists.ts";
import {
  setApplicationFrozen,
  type ApplicationStateChange,
} from "../applications/application-administration.ts";
import { setApplicationVerified, type Verification } from "../applications/application-verification.ts";
import { exportLines, recordExport } from "../audit/audit-export.ts";
import type { Actor } from "../audit/audit-log-table.ts";
import { searchAudit, type AuditSearch } from "../audit/audit-search.ts";
import { readDatabaseState } from "../installation/database-state.ts";
import { administratorLock, applicationLock, userLock } from "../statements/locks.ts";
import { listNodes, reportNode, type NodeReport } from "../installation/node-table.ts";
import {
  createPasswordLink,
  findPasswordLink,
  resetPasswordByLink,
  type LinkedPasswordReset,
  type PasswordLink,
} from "./password-link-table.ts";
import { countIssued } from "../tokens/revoke-issued.ts";
import type { Schema } from "../schema/schema.ts";
import { countWebhooksOf } from "../webhooks/webhook-rights.ts";
import { setTeamPlan, type PlanChange } from "../teams/team-administration.ts";
import {
  resetPassword,
  setUserDisabled,
  type PasswordReset,
  countAdministrators,
  setAdministrator,
  type AdministratorChange,
  type UserStateChange,
} from "./user-administration.ts";

/** The last administrator is counted and changed by one at a time. */
function administratorLocks(username: string) {
  return { locks: [administratorLock, userLock(username)] };
}

/** What administrators and the operator do with users, applications and teams of others. */
export function administrationVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    listUsers: (search: AdministrationSearch) => listUsers(reader, search),
    listApplications: (search: AdministrationSearch) => listApplications(reader, search),
    listTeams: (search: AdministrationSearch) => listTeams(reader, search),
    setUserDisabled: (change: UserStateChange) =>
      database.write((t) => setUserDisabled(t, change), administratorLocks(change.username)),
    setAdministrator: (change: AdministratorChange) =>
      database.write((t) => setAdministrator(t, change), administratorLocks(change.username)),
    countAdministrators: () => countAdministrators(reader),
    resetPassword: (reset: PasswordReset) =>
      database.write((t) => resetPassword(t, reset), { locks: [userLock(reset.username)] }),
    setApplicationFrozen: (change: ApplicationStateChange) =>
      database.write((t) => setApplicationFrozen(t, change), { locks: [applicationLock(change.appid)] }),
    setApplicationVerified: (verification: Verification) =>
      database.write((t) => setApplicationVerified(t, verification), {
        locks: [applicationLock(verification.appid)],
      }),
    countWebhooksOf: (of: { readonly userId: number }) => countWebhooksOf(reader, of),
    countIssuedTo: (userId: number) => countIssued(reader, { of: "user", id: userId }),
    createPasswordLink: (link: PasswordLink, actor: Actor) =>
      database.write((t) => createPasswordLink(t, link, actor), { locks: [userLock(link.username)] }),
    findPasswordLink: (hash: string) => findPasswordLink(reader, hash),
    resetPasswordByLink: (reset: LinkedPasswordReset, username: string) =>
      database.write((t) => resetPasswordByLink(t, reset), { locks: [userLock(username)] }),
    searchAudit: (search: AuditSearch) => searchAudit(reader, search),
    recordAuditExport: (actor: Actor) => database.write((t) => recordExport(t, actor)),
    exportAudit: () => exportLines(reader),
    reportNode: (report: NodeReport) => database.write((t) => reportNode(t, report)),
    listNodes: () => listNodes(reader),
    readDatabaseState: () => readDatabaseState(database),
    setTeamPlan: (change: PlanChange) => database.write((t) => setTeamPlan(t, change)),
  };
}
