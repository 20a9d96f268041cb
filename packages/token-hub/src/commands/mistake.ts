import { getSystemErrorMessage } from "node:util";
import { HubError, hubErrors } from "../errors.ts";

/** Something that a person can put right, told to them in words. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Errors whose message is meant for the person at the terminal. */
const tellable = new Set([
  "CommandError",
  "UsageError",
  "ConfigError",
  "InvalidDatabaseAddressError",
  "NewerSchemaError",
]);

/**
 * What to tell about an error that a person can do something about.
 *
 * @returns undefined for what should not happen; only that has a stack worth reading
 */
export function mistakeText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (tellable.has(error.name)) return error.message;
  if (error instanceof HubError) return `${error.message}: ${hubErrors[error.type].says}`;
  if (error.name === "DatabaseUnavailableError") return databaseText(error);
  return isSystemError(error) ? systemText(error) : undefined;
}

function databaseText({ message, cause }: Error): string {
  return `The database cannot be used: ${cause instanceof Error ? cause.message : message}.`;
}

/** An error that the operating system reported, as Node.js describes it. */
interface SystemError extends Error {
  readonly code: string;
  readonly errno: number;
  readonly syscall: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
}

function isSystemError(error: Error): error is SystemError {
  return "syscall" in error && "code" in error && "errno" in error && typeof error.errno === "number";
}

function systemText({ syscall, code, errno, path, address, port }: SystemError): string {
  if (syscall !== "listen") return `${path ?? syscall} cannot be used: ${getSystemErrorMessage(errno)}.`;
  const place = `Port ${port} on ${address}`;
  return code === "EADDRINUSE"
    ? `${place} is in use already. Stop the program that uses it, or choose another one under listen.`
    : `${place} cannot be listened on: ${getSystemErrorMessage(errno)}.`;
}
