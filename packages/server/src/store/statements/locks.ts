/**
 * Names that a transaction passes as `locks`, because locks on its rows are not enough where processes share a
 * database. Transactions with the same name are serial, so that each may read first and write then.
 */

/** Held while tokens of an application are issued or revoked. */
export function applicationLock(appid: string): string {
  return `application ${appid}`;
}

/** Held while consents are recorded: those of a process then share transactions and their place in the audit log. */
export const consentLock = "consents";

/** Held while a session of a user begins, the password changes, or access of the user is revoked. */
export function userLock(username: string): string {
  return `user ${username}`;
}

/** Held while a team's creators may change: it must keep one. */
export function teamLock(teamId: number): string {
  return `team ${teamId}`;
}

/** Held while a team of a name may be created. */
export function teamNameLock(name: string): string {
  return `team name ${name}`;
}

/** Held while a user creates a team. */
export function teamCreationLock(userId: number): string {
  return `team creation ${userId}`;
}

/** Held while the platform's administrators may change: it must keep one. */
export const administratorLock = "administrators";

/** Held while an account may be the first one. */
export const firstUserLock = "first user";

/** Held while an application of an account is registered. */
export function registrationLock(ownerId: number): string {
  return `registration ${ownerId}`;
}

/** Held while webhooks of a user or team change. */
export function accountWebhooksLock(accountId: number): string {
  return `webhooks of account ${accountId}`;
}

/** Held while a declarative file is applied. */
export const declarationLock = "declaration";

/** Held while expired rows are deleted, by one process at a time. */
export const sweepLock = "sweep";
