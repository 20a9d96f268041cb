import { DatabaseError } from "pg";
import { DatabaseUnavailableError } from "./errors.ts";

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: classes of transient errors. */
const unavailableClasses = new Set([
  "08", // connection
  "28", // authorization: an administrator's matter, not the caller's
  "3D", // there is no such database
  "40", // rolled back, after every attempt
  "53", // insufficient resources: disk full, too many connections
  "57", // operator intervention: shutting down, timeout
  "58", // system error
  "F0", // configuration file
  "XX", // internal, such as a damaged page
]);
/** Read only: this server has become a standby. */
const readOnly = "25006";
/** A lock was not available in time. */
const lockTimeoutCode = "55P03";
const unavailableCodes = new Set([
  readOnly,
  "25P03", // the transaction was idle for too long
  "25P04", // the transaction took too long
  lockTimeoutCode,
]);
/**
 * Serialization failure and deadlock: the same work may succeed when it is run again. So it may on another server, and a
 * read-only transaction has had no effect.
 */
const repeatableCodes = new Set(["40001", "40P01", readOnly]);

/** Whether the transaction was aborted in favour of another one and should be run again from its start. */
export function isWorthRepeating(error: unknown): boolean {
  return repeatableCodes.has(codeOf(error));
}

/** Whether the transaction failed because of what another one was doing. */
export function isContended(error: unknown): boolean {
  return isWorthRepeating(error) || codeOf(error) === lockTimeoutCode;
}

/**
 * Whether the connection is unusable: true for every error but a non-fatal one that the server reports for a statement,
 * and for one that says that this server accepts no writes any more.
 */
export function isConnectionLost(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof DatabaseError)) return true;
  return cause.severity === "FATAL" || cause.severity === "PANIC" || cause.code === readOnly;
}

/** The error for callers: `DatabaseUnavailableError` when it is not their fault, otherwise the error itself. */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError || !isUnavailable(error)) return error;
  return new DatabaseUnavailableError("The database server cannot be used right now", { cause: error });
}

function isUnavailable(error: unknown): boolean {
  // An error that the server did not send is one of the connection.
  if (!(error instanceof DatabaseError)) return error instanceof Error;
  const code = codeOf(error);
  return unavailableClasses.has(code.slice(0, 2)) || unavailableCodes.has(code);
}

function codeOf(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof DatabaseError ? (cause.code ?? "") : "";
}

function causeOf(error: unknown): unknown {
  return error instanceof DatabaseUnavailableError ? error.cause : error;
}
