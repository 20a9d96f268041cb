import { readFileSync } from "node:fs";
import type { ClientConfig } from "pg";
import { InvalidDatabaseAddressError } from "./errors.ts";

/** How the server's certificate is checked: the values of libpq's `sslmode` that are supported. */
const tlsModes: Readonly<Record<string, ((url: URL) => ClientConfig["ssl"]) | undefined>> = {
  disable: () => false,
  require: (url) => ({ ...tlsFiles(url), rejectUnauthorized: false }),
  "verify-full": (url) => ({ ...tlsFiles(url), rejectUnauthorized: true }),
};

const knownParameters = ["sslmode", "sslrootcert", "sslcert", "sslkey", "host", "application_name"] as const;

/**
 * Reads `postgres://user:password@host:port/name` with the parameters `sslmode` (`disable`, `require`: encrypted
 * without verifying the server, `verify-full`), `sslrootcert`, `sslcert`, `sslkey` (file paths), `host` (a folder
 * with a Unix socket) and `application_name`. Without `sslmode`, a server on another machine is verified.
 *
 * @throws `InvalidDatabaseAddressError`; its message never repeats the address, which may hold a password
 */
export function readPostgresAddress(address: string, environment = process.env): ClientConfig {
  const url = parse(address);
  for (const name of url.searchParams.keys()) {
    if (!knownParameters.some((known) => known === name))
      throw invalid(`has the parameter ${name}; known are ${knownParameters.join(", ")}`);
  }
  const database = decodeURIComponent(url.pathname.slice(1));
  if (database === "") throw invalid("names no database");
  return {
    ...placeOf(url),
    ...personOf(url),
    database,
    application_name: url.searchParams.get("application_name") ?? "survey-open-platform",
    ssl: tlsOf(url, environment),
  };
}

/** This also decodes every percent-encoded part once, so that a malformed one is refused here. */
function parse(address: string): URL {
  try {
    const url = new URL(address);
    for (const part of [url.hostname, url.pathname, url.username, url.password]) decodeURIComponent(part);
    return url;
  } catch {
    throw invalid("cannot be read; special characters in the password need percent encoding");
  }
}

/** Missing parts come from the environment, or have libpq's default. */
function placeOf(url: URL): Pick<ClientConfig, "host" | "port"> {
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  return {
    ...(host !== "" && { host: host.replace(/^\[(.+)\]$/, "$1") }),
    ...(url.port !== "" && { port: Number(url.port) }),
  };
}

function personOf(url: URL): Pick<ClientConfig, "user" | "password"> {
  return {
    ...(url.username !== "" && { user: decodeURIComponent(url.username) }),
    ...(url.password !== "" && { password: decodeURIComponent(url.password) }),
  };
}

/** Whether an address names a PostgreSQL database. */
export function isPostgresAddress(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address);
}

/** How well the connection to a PostgreSQL server is protected. */
type PostgresProtection = "this machine" | "verified" | "not verified" | "not encrypted";

/**
 * Says how well an address protects the password and the data on their way.
 *
 * @returns undefined when the address does not name a PostgreSQL database
 * @throws `InvalidDatabaseAddressError`
 */
export function postgresProtection(
  address: string,
  environment = process.env,
): PostgresProtection | undefined {
  if (!isPostgresAddress(address)) return undefined;
  const url = parse(address);
  if (isThisMachine(url, environment)) return "this machine";
  const mode = modeOf(url, environment);
  if (mode === "verify-full") return "verified";
  return mode === "require" ? "not verified" : "not encrypted";
}

/** Without verification, an attacker on the way to another machine can impersonate it (RFC 9525, section 6). */
function modeOf(url: URL, environment: NodeJS.ProcessEnv): string {
  return url.searchParams.get("sslmode") ?? (isThisMachine(url, environment) ? "disable" : "verify-full");
}

/** A Unix socket, or a name or address of loopback. Without a host, PGHOST decides as it does when connecting. */
function isThisMachine(url: URL, environment: NodeJS.ProcessEnv): boolean {
  const { host = environment["PGHOST"] ?? "localhost" } = placeOf(url);
  if (host.startsWith("/")) return true;
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function tlsOf(url: URL, environment: NodeJS.ProcessEnv): ClientConfig["ssl"] {
  const mode = modeOf(url, environment);
  const tls = Object.hasOwn(tlsModes, mode) ? tlsModes[mode] : undefined;
  if (tls === undefined) throw invalid(`has sslmode=${mode}; known are ${Object.keys(tlsModes).join(", ")}`);
  return tls(url);
}

function tlsFiles(url: URL): { readonly ca?: string; readonly cert?: string; readonly key?: string } {
  return {
    ...fileOf(url, "sslrootcert", "ca"),
    ...fileOf(url, "sslcert", "cert"),
    ...fileOf(url, "sslkey", "key"),
  };
}

function fileOf(url: URL, parameter: string, option: string): Readonly<Record<string, string>> {
  const path = url.searchParams.get(parameter);
  if (path === null) return {};
  try {
    return { [option]: readFileSync(path, "utf8") };
  } catch (error) {
    throw invalid(`names ${path} as ${parameter}, which cannot be read`, error);
  }
}

function invalid(says: string, cause?: unknown): InvalidDatabaseAddressError {
  return new InvalidDatabaseAddressError(
    `The database address ${says}. It looks like postgres://user:password@host:5432/name?sslmode=verify-full`,
    { cause },
  );
}
