import type { Database } from "@survey-open-platform/database";
import {
  countImpact,
  deleteApplication,
  freezeApplication,
  unfreezeApplication,
  type StateChange,
} from "./application-state.ts";
import type { Actor } from "../audit/audit-log-table.ts";
import { listSecrets } from "./application-secret-table.ts";
import { applicationLock, registrationLock, userLock } from "../statements/locks.ts";
import {
  editApplication,
  editApplications,
  exportOwnApplications,
  findOwnApplication,
  listApplicationsForUser,
  readApplicationsForUser,
  registerApplication,
  setLogo,
  type ApplicationEdit,
  type LogoChange,
  type NewApplication,
  type ApplicationForUserSearch,
  type ControlledApplication,
  type ManagedApplication,
} from "./application-for-user-table.ts";
import { revokeSecret, rotateSecret, type SecretRevocation, type SecretRotation } from "./rotate-secret.ts";
import type { StorePolicy } from "../installation/policy.ts";
import type { Schema } from "../schema/schema.ts";
import { issueTestToken, type NewTestToken } from "../tokens/test-token.ts";

function locked({ appid }: Pick<ManagedApplication, "appid">) {
  return { locks: [applicationLock(appid)] };
}

/** What owners do with their applications: a user's own, or those of a team. */
export function applicationForUserVerbs(database: Database<Schema>, policy: StorePolicy) {
  const { reader } = database;
  return {
    listApplicationsForUser: (search: ApplicationForUserSearch) => listApplicationsForUser(reader, search),
    findOwnApplication: (owned: ControlledApplication) => findOwnApplication(reader, owned),
    listSecrets: (applicationId: number) => listSecrets(reader, applicationId),
    countImpact: (applicationId: number) => countImpact(reader, applicationId),
    registerApplication: (application: NewApplication) =>
      database.write((t) => registerApplication(t, application), {
        locks: [registrationLock(application.ownerId)],
      }),
    editApplication: (edit: ApplicationEdit) => database.write((t) => editApplication(t, edit), locked(edit)),
    editApplications: (edits: readonly ApplicationEdit[]) =>
      database.write((t) => editApplications(t, edits), {
        locks: edits.map(({ appid }) => applicationLock(appid)),
      }),
    readApplicationsForUser: (userId: number) => readApplicationsForUser(reader, userId),
    exportOwnApplications: (userId: number, actor: Actor) =>
      database.write((t) => exportOwnApplications(t, userId, actor)),
    setLogo: (change: LogoChange) => database.write((t) => setLogo(t, change), locked(change)),
    rotateSecret: (rotation: SecretRotation) =>
      database.write((t) => rotateSecret(t, rotation), locked(rotation)),
    revokeSecret: (revocation: SecretRevocation) =>
      database.write((t) => revokeSecret(t, revocation), locked(revocation)),
    issueTestToken: (token: NewTestToken) =>
      database.write((t) => issueTestToken(t, token, policy), {
        locks: [applicationLock(token.appid), userLock(token.actor.username)],
      }),
    freezeApplication: (change: StateChange) =>
      database.write((t) => freezeApplication(t, change), locked(change)),
    unfreezeApplication: (change: StateChange) =>
      database.write((t) => unfreezeApplication(t, change), locked(change)),
    deleteApplication: (change: StateChange) =>
      database.write((t) => deleteApplication(t, change), locked(change)),
  };
}
