import { getSystemErrorMessage } from "node:util";

/** An error that the user of the command can correct; the message says how. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Errors whose message is written for the user of the command, in every program. */
const alwaysExpected = new Set([
  "CommandError",
  "UsageError",
  "ConfigError",
  "InvalidDatabaseAddressError",
  "NewerSchemaError",
  "OlderSchemaError",
]);

/** What one program expects beside that. */
export interface ExpectedErrors {
  /** The name of the program at the command line. */
  readonly program: string;
  /** Names of further errors whose message is written for the user of the command. */
  readonly names?: readonly string[];
  /** The text for an error of the program's own, undefined for every other. */
  readonly explain?: (error: Error) => string | undefined;
}

/**
 * The text of an error that the user of the command can correct.
 *
 * @returns undefined for an unexpected error: its stack trace is worth printing
 */
export function expectedErrorText(
  error: unknown,
  { program, names = [], explain }: ExpectedErrors,
): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (alwaysExpected.has(error.name) || names.includes(error.name)) return error.message;
  if (error.name === "DatabaseUnavailableError") return databaseText(error, program);
  return explain?.(error) ?? (isSystemError(error) ? systemText(error) : undefined);
}

function databaseText({ cause }: Error, program: string): string {
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return `The database cannot be used${reason}. Try ${program} doctor.`;
}

/** An error that the operating system reported, as Node.js describes it. */
interface SystemError extends Error {
  readonly code: string;
  readonly errno: number;
  readonly syscall: string;
  readonly path?: string;
  readonly address?: string;
  readonly hostname?: string;
  readonly port?: number;
}

function isSystemError(error: Error): error is SystemError {
  return "syscall" in error && "code" in error && "errno" in error && typeof error.errno === "number";
}

function systemText(error: SystemError): string | undefined {
  const { syscall, path, errno, hostname } = error;
  if (syscall === "listen") return listenText(error);
  if (syscall === "getaddrinfo") return `The host name ${hostname ?? ""} is not known.`;
  // A file that is open has no name any more.
  if (path === undefined)
    return syscall === "read" ? `The file cannot be read: ${getSystemErrorMessage(errno)}.` : undefined;
  const what = syscall === "mkdir" ? "The folder" : "The file";
  const done = syscall === "mkdir" ? "made" : "read";
  return `${what} ${path} cannot be ${done}: ${getSystemErrorMessage(errno)}.`;
}

function listenText({ code, errno, address, port }: SystemError): string {
  const place = `Port ${port} on ${address}`;
  if (code === "EADDRINUSE") {
    return `${place} is in use already. Stop the program that uses it, or choose another port: 0 takes a free one.`;
  }
  if (code === "EACCES") return `${place} is not open to this user. Choose a port from 1024 on.`;
  if (code === "EADDRNOTAVAIL") return `${address} is not an address of this machine.`;
  return `${place} cannot be listened on: ${getSystemErrorMessage(errno)}.`;
}
