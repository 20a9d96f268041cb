import { type LogLevel, logLevels } from "@survey-open-platform/service";
import { platformZone } from "@survey-open-platform/surveys";

/** The status of errors that the caller caused: always HTTP 200, or one that fits. */
export type ErrorStatus = "ok" | "semantic";

/** Who may create an account. */
export type SignUp = "closed" | "invited" | "open";

/** Who may create teams. */
export type TeamCreators = "users" | "administrators";

/** One setting: where it comes from, what it means, and how its text is read. */
interface Setting<Value> {
  /** The flag of the command line, without dashes. */
  readonly flag: string;
  readonly variable: string;
  /** The text that counts when nothing is given. */
  readonly default: string;
  /** Unit, or the values that it takes. */
  readonly unit: string;
  readonly description: string;
  /** @throws Error that says what the text must be */
  read(text: string): Value;
  /** What of the text may be shown; the whole of it without this. */
  readonly shown?: (text: string) => string;
}

/** Every setting of the server; the reference page lists exactly these. */
export const settings = {
  host: setting({
    flag: "host",
    default: "127.0.0.1",
    unit: "address",
    description: "Address to listen on. Anything but loopback needs TLS in front.",
    read: nonEmpty,
  }),
  port: setting({
    flag: "port",
    default: "8787",
    unit: "0 to 65535",
    description: "Port to listen on; 0 takes a free one.",
    read: integer(0, 65_535),
  }),
  database: setting({
    flag: "database",
    default: "sqlite:./data/platform.db",
    unit: "address",
    description:
      "Where the data is: sqlite: and a file path, or postgres://user:password@host:port/name. Of several hosts, separated by commas, the one that accepts writes is used. An address with a password belongs in the variable; flags are visible to everyone on the machine.",
    read: databaseAddress,
    shown: withoutPassword,
  }),
  databaseConnections: setting({
    flag: "database-connections",
    default: "10",
    unit: "connections",
    description: "Connections to a PostgreSQL server that each process may have open.",
    read: integer(2, 1000),
  }),
  workers: setting({
    flag: "workers",
    default: "1",
    unit: "processes",
    description: "Processes that serve on the one port; one that dies is replaced.",
    read: integer(1, 64),
  }),
  apply: setting({
    flag: "apply",
    default: "",
    unit: "file path",
    description: "Declarative file to apply before serving.",
    read: (text) => text,
  }),
  authUrl: setting({
    flag: "auth-url",
    default: "",
    unit: "origin",
    description:
      "Public origin of the pages, such as https://survey.example. Empty: the address listened on.",
    read: originOrEmpty,
  }),
  baseUrl: setting({
    flag: "base-url",
    default: "",
    unit: "origin",
    description: "Public origin of the API. Empty: the same as that of the pages.",
    read: originOrEmpty,
  }),
  errorStatus: setting({
    flag: "error-status",
    default: "ok",
    unit: "ok, semantic",
    description: "HTTP status of errors that the caller caused: always 200, or one that fits.",
    read: oneOf<ErrorStatus>(["ok", "semantic"]),
  }),
  authorizationCodeTtl: setting({
    flag: "authorization-code-ttl",
    default: "300",
    unit: "seconds",
    description: "Lifetime of an authorization code.",
    read: integer(1, 3600),
  }),
  userAccessTokenTtl: setting({
    flag: "user-access-token-ttl",
    default: "259200",
    unit: "seconds",
    description: "Lifetime of a user access token.",
    read: integer(1, 31_536_000),
  }),
  userRefreshTokenTtl: setting({
    flag: "user-refresh-token-ttl",
    default: "2592000",
    unit: "seconds",
    description: "Lifetime of a refresh token, counted from the exchange.",
    read: integer(1, 315_360_000),
  }),
  teamAccessTokenTtl: setting({
    flag: "team-access-token-ttl",
    default: "7200",
    unit: "seconds",
    description: "Lifetime of a team access token.",
    read: integer(1, 31_536_000),
  }),
  tokenRequestsPerMinute: setting({
    flag: "token-requests-per-minute",
    default: "60",
    unit: "requests per minute",
    description: "Token requests that an application may make, evenly spread.",
    read: integer(1, 1_000_000_000),
  }),
  tokenRequestBurst: setting({
    flag: "token-request-burst",
    default: "20",
    unit: "requests",
    description: "Token requests that an application may make at once.",
    read: integer(1, 1_000_000_000),
  }),
  failedSecretsPerMinute: setting({
    flag: "failed-secrets-per-minute",
    default: "10",
    unit: "requests per minute",
    description:
      "Wrong secrets, and counted apart unknown codes and unknown refresh tokens, per appid and address before that address has to wait; a hundred times as many per address over all appids, and so many refusals of any kind before each further one is answered a second late.",
    read: integer(1, 1_000_000_000),
  }),
  signUp: setting({
    flag: "sign-up",
    default: "invited",
    unit: "closed, invited, open",
    description:
      "Who may create an account: no one (accounts come from the declarative file and from commands), people with an invitation, or everyone.",
    read: oneOf<SignUp>(["closed", "invited", "open"]),
  }),
  teamCreation: setting({
    flag: "team-creation",
    default: "users",
    unit: "users, administrators",
    description: "Who may create teams: every user, or administrators only.",
    read: oneOf<TeamCreators>(["users", "administrators"]),
  }),
  signInWith: setting({
    flag: "sign-in-with",
    default: "",
    unit: "file path",
    description:
      "YAML file with the OpenID providers through which users can sign in. Needs the public origin of the pages (auth-url). Empty: none.",
    read: (text) => text,
  }),
  timeZone: setting({
    flag: "time-zone",
    default: "Asia/Shanghai",
    unit: "IANA zone",
    description: "Zone of times that are written as text.",
    read: timeZone,
  }),
  requestLogLines: setting({
    flag: "request-log-lines",
    default: "5000000",
    unit: "lines",
    description:
      "Lines of the request log that are kept of all applications together, for at most 7 days; the oldest go first. About 200 bytes each. 0 switches the log off.",
    read: integer(0, 1_000_000_000),
  }),
  trustProxy: setting({
    flag: "trust-proxy",
    default: "0",
    unit: "proxies",
    description: "Number of own proxies in front whose X-Forwarded-For is believed.",
    read: integer(0, 10),
  }),
  logLevel: setting({
    flag: "log-level",
    default: "info",
    unit: logLevels.join(", "),
    description: "How much is logged.",
    read: oneOf<LogLevel>(logLevels),
  }),
  metricsPort: setting({
    flag: "metrics-port",
    default: "",
    unit: "port",
    description: "Port on 127.0.0.1 for Prometheus metrics. Empty: none.",
    read: (text) => (text === "" ? undefined : integer(0, 65_535)(text)),
  }),
} as const;

type Settings = typeof settings;

/** A name of a setting in the code. */
export type SettingName = keyof Settings;

/** The settings. Lifetimes are in seconds. */
export type Config = { readonly [Name in SettingName]: ReturnType<Settings[Name]["read"]> };

/** Everything that is wrong with the settings, at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** Where settings come from: flags win over environment variables, those over `defaults`. */
export interface ConfigSources {
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Texts that replace a setting's own default, by the setting's name. */
  readonly defaults?: Readonly<Partial<Record<SettingName, string>>>;
}

/**
 * Reads every setting.
 *
 * @throws `ConfigError` with all problems, not only the first
 */
export function readConfig(sources: ConfigSources): Config {
  const problems: string[] = [...unknownVariables(sources.environment)];
  // The keys of the table are its names.
  const names = Object.keys(settings) as SettingName[];
  const values = names.map((name) => [name, readSetting(name, sources, problems)]);
  if (problems.length > 0) throw new ConfigError(problems);
  // Every entry was read by its own setting's reader.
  return Object.fromEntries(values) as Config;
}

function readSetting(name: SettingName, sources: ConfigSources, problems: string[]): unknown {
  const one: Setting<unknown> = settings[name];
  const { text, source } = textOf(name, sources);
  try {
    return one.read(text);
  } catch (error) {
    const place = source === "flag" ? `--${one.flag}` : one.variable;
    problems.push(`${place} ${error instanceof Error ? error.message : "is refused"}`);
    return undefined;
  }
}

/** Where the text of a setting comes from: `command` is a default of the command that was started. */
export type SettingSource = "flag" | "variable" | "command" | "default";

/** A setting as it is in effect. */
export interface SettingInEffect {
  readonly name: SettingName;
  readonly flag: string;
  readonly variable: string;
  /** Its text, without a password that may be in it. */
  readonly text: string;
  readonly source: SettingSource;
}

/** Every setting with its text and where that comes from; no text holds a secret. */
export function settingsInEffect(sources: ConfigSources): readonly SettingInEffect[] {
  // The keys of the table are its names.
  return (Object.keys(settings) as SettingName[]).map((name) => {
    const { flag, variable, shown = (text: string) => text }: Setting<unknown> = settings[name];
    const { text, source } = textOf(name, sources);
    return { name, flag, variable, text: shown(text), source };
  });
}

/** The text that counts, and where it comes from. */
function textOf(
  name: SettingName,
  { flags, environment, defaults }: ConfigSources,
): Pick<SettingInEffect, "text" | "source"> {
  const { flag, variable, default: own }: Setting<unknown> = settings[name];
  const candidates = [
    { text: flags[flag], source: "flag" },
    { text: environment[variable], source: "variable" },
    { text: defaults?.[name], source: "command" },
  ] as const;
  for (const { text, source } of candidates) if (text !== undefined) return { text, source };
  return { text: own, source: "default" };
}

/** The password of a PostgreSQL address is replaced; it is what stands before the last `@` (RFC 3986, section 3.2.1). */
function withoutPassword(address: string): string {
  return address.replace(/^([a-z]+:\/\/[^:/?#]*):[^/?#]*@/, "$1:***@");
}

/** What Kubernetes puts into the environment for a service named `sop`. */
const serviceLink = /^SOP_(?:SERVICE|PORT)_/;

/** A misspelt variable would otherwise be ignored silently. */
function unknownVariables(environment: ConfigSources["environment"]): readonly string[] {
  const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));
  return Object.keys(environment)
    .filter((name) => name.startsWith("SOP_") && !known.has(name) && !serviceLink.test(name))
    .map((name) => `${name} is not a setting; see the settings reference for all of them`);
}

function setting<Value>(one: Omit<Setting<Value>, "variable">): Setting<Value> {
  return { ...one, variable: `SOP_${one.flag.toUpperCase().replaceAll("-", "_")}` };
}

function nonEmpty(text: string): string {
  if (text === "") throw new Error("must not be empty");
  return text;
}

function integer(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= minimum && value <= maximum)) {
      throw new Error(`must be a whole number from ${minimum} to ${maximum}`);
    }
    return value;
  };
}

function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((known) => known === text);
    if (value === undefined) throw new Error(`must be one of ${values.join(", ")}`);
    return value;
  };
}

function databaseAddress(text: string): string {
  if (!/^sqlite:.|^postgres(?:ql)?:\/\/./s.test(text)) {
    throw new Error(
      "must be sqlite: and a file path, such as sqlite:./data/platform.db, or postgres://user:password@host:5432/name",
    );
  }
  return text;
}

function originOrEmpty(text: string): string {
  if (text === "") return "";
  if (!URL.canParse(text)) throw new Error("must be an origin such as https://survey.example");
  const { origin, protocol, href } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") throw new Error("must begin with https:// or http://");
  if (href !== `${origin}/`) throw new Error("must be an origin only: scheme, host and port, without a path");
  return origin;
}

function timeZone(text: string): string {
  try {
    platformZone(text);
  } catch {
    throw new Error("must be an IANA time zone such as Asia/Shanghai");
  }
  return text;
}
