/**
 * What a transaction has to hold, besides its rows, where several processes share a database: names that it passes
 * as `locks`. Transactions with the same name are serial, so that each may read first and write then.
 */

/** Held by whatever issues tokens of an application or takes them back. */
export function applicationLock(appid: string): string {
  return `application ${appid}`;
}

/** Held by whatever begins sessions of a user, or changes the password or ends what the user may do. */
export function userLock(username: string): string {
  return `user ${username}`;
}

/** Held while a declarative file is applied. */
export const declarationLock = "declaration";

/** Held by the one process that deletes what has expired. */
export const sweepLock = "sweep";
