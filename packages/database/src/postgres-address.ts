import { readFileSync } from "node:fs";
import type { ClientConfig } from "pg";
import { InvalidDatabaseAddressError } from "./errors.ts";

/** How the server's certificate is checked: the values of libpq's `sslmode` that are supported. */
const tlsModes: Readonly<Record<string, ((url: URL) => ClientConfig["ssl"]) | undefined>> = {
  disable: () => false,
  require: (url) => ({ ...tlsFiles(url), rejectUnauthorized: false }),
  "verify-full": (url) => ({ ...tlsFiles(url), rejectUnauthorized: true }),
};

const knownParameters = [
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "host",
  "application_name",
  "target_session_attrs",
  "pgbouncer",
] as const;

/** The servers that an address names: one database, of which one server at a time accepts writes. */
export interface PostgresAddress {
  /** One for each host, in the order of the address. */
  readonly servers: readonly [ClientConfig, ...ClientConfig[]];
  /** Whether each transaction may get another connection to the server: PgBouncer in transaction mode is in between. */
  readonly isPooled: boolean;
}

/**
 * Reads `postgres://user:password@host:port,host:port/name` with the parameters `sslmode` (`disable`, `require`:
 * encrypted without verifying the server, `verify-full`), `sslrootcert`, `sslcert`, `sslkey` (file paths), `host` (a
 * folder with a Unix socket), `application_name` and `target_session_attrs` (`read-write`, which is what always
 * happens) and `pgbouncer` (`transaction`). Without `sslmode`, a server on another machine is verified. An IPv6 address
 * is in brackets.
 *
 * @throws `InvalidDatabaseAddressError`; its message never repeats the address, which may hold a password
 */
export function readPostgresAddress(address: string, environment = process.env): PostgresAddress {
  const [first, ...others] = parseHosts(address);
  for (const name of first.searchParams.keys()) {
    if (!knownParameters.some((known) => known === name))
      throw invalid(`has the parameter ${name}; known are ${knownParameters.join(", ")}`);
  }
  const attributes = first.searchParams.get("target_session_attrs") ?? "read-write";
  // A standby may lag behind: a token that was revoked on the primary would still be accepted.
  if (attributes !== "read-write")
    throw invalid(`has target_session_attrs=${attributes}; only read-write can be used`);
  const pooling = first.searchParams.get("pgbouncer");
  if (pooling !== null && pooling !== "transaction")
    throw invalid(`has pgbouncer=${pooling}; only transaction needs to be named`);
  const serverOf = (url: URL) => readServer(url, environment);
  return { servers: [serverOf(first), ...others.map(serverOf)], isPooled: pooling === "transaction" };
}

function readServer(url: URL, environment: NodeJS.ProcessEnv): ClientConfig {
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

/** One URL for each host: several hosts in one URL are PostgreSQL's own extension (its manual, section 34.1.1.2). */
function parseHosts(address: string): readonly [URL, ...URL[]] {
  const [, scheme = "", authority = "", rest = ""] = /^([a-z]+:\/\/)([^/?#]*)(.*)$/s.exec(address) ?? [];
  const person = authority.slice(0, authority.lastIndexOf("@") + 1);
  const [first = "", ...others] = authority.slice(person.length).split(",");
  if (others.length > 0 && [first, ...others].includes("")) throw invalid("has an empty host");
  const urlOf = (host: string) => parse(`${scheme}${person}${host}${rest}`);
  const url = urlOf(first);
  if (others.length > 0 && url.searchParams.has("host"))
    throw invalid("names several hosts and has the parameter host too");
  return [url, ...others.map(urlOf)];
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

/** How well a connection to a PostgreSQL server is protected, the weakest first. */
const protections = ["not encrypted", "not verified", "verified", "this machine"] as const;

type PostgresProtection = (typeof protections)[number];

/**
 * Says how well an address protects the password and the data on their way: with several hosts, to the one that is
 * protected the least.
 *
 * @returns undefined when the address does not name a PostgreSQL database
 * @throws `InvalidDatabaseAddressError`
 */
export function postgresProtection(
  address: string,
  environment = process.env,
): PostgresProtection | undefined {
  if (!isPostgresAddress(address)) return undefined;
  const found = new Set(parseHosts(address).map((url) => protectionOf(url, environment)));
  return protections.find((protection) => found.has(protection));
}

/**
 * The database servers that other programs than PostgreSQL may run beside, such as a failover manager: those on other
 * machines, and of several servers all of them.
 *
 * @returns names and addresses, each once; none when the address does not name a PostgreSQL database
 * @throws `InvalidDatabaseAddressError`
 */
export function clusterHosts(address: string, environment = process.env): readonly string[] {
  if (!isPostgresAddress(address)) return [];
  const urls = parseHosts(address);
  const tried = urls.length > 1 ? urls : urls.filter((url) => !isThisMachine(url, environment));
  return [...new Set(tried.map((url) => hostOf(url, environment)))];
}

function protectionOf(url: URL, environment: NodeJS.ProcessEnv): PostgresProtection {
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
  const host = hostOf(url, environment);
  if (host.startsWith("/")) return true;
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

function hostOf(url: URL, environment: NodeJS.ProcessEnv): string {
  return placeOf(url).host ?? environment["PGHOST"] ?? "localhost";
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
    `The database address ${says}. It looks like postgres://user:password@host:5432/name?sslmode=verify-full, with several hosts separated by commas`,
    { cause },
  );
}
