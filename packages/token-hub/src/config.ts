import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse as parseYaml, YAMLParseError } from "yaml";
import { z } from "zod";
import { readKeys, type LogLevel, logLevels } from "@survey-open-platform/service";

/** What to do when another program renews an application's token. */
export type ForeignRefresherPolicy = "reclaim" | "yield" | "freeze";

/** One application whose tokens the hub keeps. */
export interface ApplicationConfig {
  readonly appid: string;
  readonly secret: string;
  /** Whether its tokens are the team's own, or belong to the users who gave it their consent. */
  readonly mode: "team" | "user";
  /** Address of the platform's API, without a slash at its end. */
  readonly baseUrl: string;
  /** Whether `http:` is allowed to another machine; for closed networks only. */
  readonly allowInsecureHttp: boolean;
  readonly renewalMarginSeconds: number;
  readonly foreignRefresher: ForeignRefresherPolicy;
  /** Path of the data call that checks whether a token is still valid, from `/` on. */
  readonly probePath: string;
  readonly mintsPerHour: number;
  readonly mintBurst: number;
  /** User mode: how long a user's consent lasts from the exchange on; the platform does not report it. */
  readonly consentSeconds: number;
  /** User mode: how long before its end a consent counts as ending. */
  readonly consentNoticeSeconds: number;
}

/** The hub's settings as they stand. */
export interface HubConfig {
  readonly host: string;
  readonly port: number;
  /** Port on 127.0.0.1 for Prometheus; no metrics are served without one. */
  readonly metricsPort: number | undefined;
  readonly database: string;
  /** 32 bytes each; the first one encrypts, all of them decrypt. */
  readonly keys: readonly Uint8Array[];
  readonly leaseSeconds: number;
  readonly requestTimeoutSeconds: number;
  readonly pollSeconds: number;
  /** How long a renewal waits for the proxy's running calls. */
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
  /** For how long the audit trail is kept. */
  readonly auditDays: number;
  /** Port on 127.0.0.1 that the status page is served on, instead of on the address of the calls. */
  readonly statusPort: number | undefined;
  /** What opens the status page; without one it is served on `statusPort` alone. */
  readonly statusPassword: string | undefined;
  readonly applications: readonly ApplicationConfig[];
  /** The files that keys, secrets and the password come from, for the doctor. */
  readonly secretFiles: readonly SecretFile[];
}

/** A file that was read because it holds a secret. */
export interface SecretFile {
  /** Absolute. */
  readonly path: string;
  /** What is in it, as the beginning of a sentence. */
  readonly holds: string;
}

/** Everything that is wrong with the settings, at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(path: string, problems: readonly string[]) {
    super(`The settings in ${path} are wrong:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** The variable that the key may come from instead of a file. */
export const keyVariable = "TOKEN_HUB_KEY";

/** A few attempts a minute against a password of this length lead nowhere. */
const shortestPassword = 12;

const appidShape = /^[A-Za-z0-9_-]{1,64}$/;
const seconds = (minimum: number, maximum: number) =>
  z
    .number(`must be a number of seconds`)
    .min(minimum, `must be at least ${minimum}`)
    .max(maximum, `must be at most ${maximum}`);
const whole = (minimum: number, maximum: number) =>
  z
    .int("must be a whole number")
    .min(minimum, `must be at least ${minimum}`)
    .max(maximum, `must be at most ${maximum}`);
const someText = z.string("must be a text").min(1, "must not be empty");

const applicationFields = z
  .strictObject({
    appid: someText.regex(appidShape, "must be 1 to 64 letters, digits, _ or -"),
    secret: someText.optional(),
    secret_env: someText.optional(),
    secret_file: someText.optional(),
    mode: z.enum(["team", "user"], "must be team or user").default("team"),
    base_url: someText.refine(
      isBaseUrl,
      "must be an http(s) address without credentials, query and fragment",
    ),
    allow_insecure_http: z.boolean("must be true or false").default(false),
    renewal_margin_seconds: seconds(0, 86_400).default(300),
    foreign_refresher: z
      .enum(["reclaim", "yield", "freeze"], "must be reclaim, yield or freeze")
      .default("reclaim"),
    probe_path: someText.regex(/^\/api\/[\w./-]*$/, "must be a path below /api/").default("/api/surveys"),
    mints_per_hour: whole(1, 1_000_000).default(120),
    mint_burst: whole(1, 1_000_000).default(20),
    consent_seconds: whole(60, 10 * 31_536_000).default(2_592_000),
    consent_notice_seconds: whole(0, 10 * 31_536_000).default(259_200),
  })
  .refine(
    ({ secret, secret_env, secret_file }) => [secret, secret_env, secret_file].filter(Boolean).length === 1,
    {
      path: ["secret"],
      error: "needs exactly one of secret, secret_env and secret_file",
    },
  )
  .refine(({ base_url, allow_insecure_http }) => allow_insecure_http || isSafeForSecrets(base_url), {
    path: ["base_url"],
    error: "must begin with https:// unless the platform is on this machine; allow_insecure_http lifts that",
  });

/** The configuration file, field by field as it is written. */
export const configFields = z
  .strictObject({
    listen: someText
      .regex(/^(\[[0-9a-f:.]+\]|[^:[\]]+):\d{1,5}$/i, "must be host:port, such as 127.0.0.1:8790")
      .default("127.0.0.1:8790"),
    metrics_port: whole(0, 65_535).optional(),
    database: someText
      .regex(/^(sqlite:.|postgres(ql)?:\/\/.)/s, "must be sqlite: and a file path, or postgres://…")
      .default("sqlite:./data/token-hub.db"),
    key_file: someText.optional(),
    lease_seconds: seconds(0.2, 300).default(8),
    request_timeout_seconds: seconds(0.05, 120).default(3),
    poll_seconds: seconds(0.01, 60).default(1),
    drain_seconds: seconds(0, 60).default(5),
    status_port: whole(0, 65_535).optional(),
    status_password_env: someText.optional(),
    status_password_file: someText.optional(),
    audit_days: whole(1, 36_500).default(90),
    log_level: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
    applications: z.array(applicationFields, "must be a list").min(1, "must have at least one application"),
  })
  .refine(({ lease_seconds, request_timeout_seconds }) => lease_seconds > 2 * request_timeout_seconds, {
    path: ["lease_seconds"],
    error: "must be more than twice request_timeout_seconds, or no request fits into a lease",
  })
  .refine(
    ({ applications }) => new Set(applications.map(({ appid }) => appid)).size === applications.length,
    {
      path: ["applications"],
      error: "must not name an appid twice",
    },
  );

type ConfigFields = z.infer<typeof configFields>;
type ApplicationFields = ConfigFields["applications"][number];

/** Where settings come from. */
export interface ConfigSources {
  /** The configuration file, YAML or JSON; other files that it names are looked for from its folder. */
  readonly path: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads the configuration file and the files and variables that it names.
 *
 * @throws `ConfigError` with all problems, not only the first
 */
export function readConfig(sources: ConfigSources): HubConfig {
  const parsed = configFields.safeParse(parseFile(sources.path), { reportInput: false });
  if (!parsed.success) throw new ConfigError(sources.path, parsed.error.issues.map(problemOf));
  const problems: string[] = [];
  const config = resolveFields(parsed.data, new SecretReader(sources, problems));
  if (problems.length > 0) throw new ConfigError(sources.path, problems);
  return config;
}

function parseFile(path: string): unknown {
  try {
    // A secret may stand in it, so the parser's excerpt of the text is left out.
    return parseYaml(readFileSync(path, "utf8"), { prettyErrors: true });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const line = error.linePos?.[0].line;
    throw new ConfigError(path, [`line ${line ?? "?"} is no valid YAML (${error.code})`]);
  }
}

function problemOf({ path, message, code, ...issue }: z.core.$ZodIssue): string {
  const place = path.length === 0 ? "the file" : path.map(String).join(".");
  if (code === "unrecognized_keys" && "keys" in issue)
    return `${place} has unknown settings: ${issue.keys.map(shownName).join(", ")}`;
  return `${place} ${message.startsWith("Invalid input") ? "is missing or of the wrong kind" : message}`;
}

/** A value that slipped into a name's place may be a secret. */
function shownName(name: string): string {
  return /^[a-z_]{1,40}$/i.test(name) ? name : "(a name that no setting could have)";
}

function resolveFields(fields: ConfigFields, secrets: SecretReader): HubConfig {
  const colon = fields.listen.lastIndexOf(":");
  return {
    host: fields.listen.slice(0, colon).replace(/^\[|\]$/g, ""),
    port: Number(fields.listen.slice(colon + 1)),
    metricsPort: fields.metrics_port,
    database: fields.database.startsWith("sqlite:")
      ? `sqlite:${secrets.pathOf(fields.database.slice("sqlite:".length))}`
      : fields.database,
    keys: secrets.keys(fields.key_file),
    leaseSeconds: fields.lease_seconds,
    requestTimeoutSeconds: fields.request_timeout_seconds,
    pollSeconds: fields.poll_seconds,
    drainSeconds: fields.drain_seconds,
    logLevel: fields.log_level,
    auditDays: fields.audit_days,
    statusPort: fields.status_port,
    statusPassword: secrets.statusPassword(fields),
    applications: fields.applications.map((one, index) => resolveApplication(one, index, secrets)),
    secretFiles: secrets.files,
  };
}

function resolveApplication(
  fields: ApplicationFields,
  index: number,
  secrets: SecretReader,
): ApplicationConfig {
  return {
    appid: fields.appid,
    secret: fields.secret ?? secrets.applicationSecret(fields, `applications.${index}`),
    mode: fields.mode,
    baseUrl: fields.base_url.replace(/\/$/, ""),
    allowInsecureHttp: fields.allow_insecure_http,
    renewalMarginSeconds: fields.renewal_margin_seconds,
    foreignRefresher: fields.foreign_refresher,
    probePath: fields.probe_path,
    mintsPerHour: fields.mints_per_hour,
    mintBurst: fields.mint_burst,
    consentSeconds: fields.consent_seconds,
    consentNoticeSeconds: fields.consent_notice_seconds,
  };
}

/** Reads what must not stand in the configuration file itself. */
class SecretReader {
  readonly #sources: ConfigSources;
  readonly #problems: string[];
  readonly #files: SecretFile[] = [];

  constructor(sources: ConfigSources, problems: string[]) {
    this.#sources = sources;
    this.#problems = problems;
  }

  /** The files that were read. */
  get files(): readonly SecretFile[] {
    return this.#files;
  }

  pathOf(path: string): string {
    return resolve(dirname(this.#sources.path), path);
  }

  applicationSecret({ secret_env, secret_file }: ApplicationFields, place: string): string {
    const [setting, secret] =
      secret_env === undefined
        ? (["secret_file", this.#file(secret_file ?? "", `${place}.secret_file`)] as const)
        : (["secret_env", this.#sources.environment[secret_env] ?? ""] as const);
    if (secret === "") this.#problems.push(`${place}.${setting} names nothing with a secret in it`);
    return secret ?? "";
  }

  statusPassword({ status_password_env: name, status_password_file: file }: ConfigFields) {
    if (name === undefined && file === undefined) return undefined;
    const place = name === undefined ? "status_password_file" : "status_password_env";
    const password =
      name === undefined ? this.#file(file ?? "", place) : (this.#sources.environment[name] ?? "");
    if (password !== undefined && password.length < shortestPassword)
      this.#problems.push(`${place} must name a password of at least ${shortestPassword} characters`);
    return password;
  }

  keys(file: string | undefined): readonly Uint8Array[] {
    const place = file === undefined ? keyVariable : "key_file";
    const text =
      file === undefined ? (this.#sources.environment[keyVariable] ?? "") : this.#file(file, place);
    if (text === undefined) return [];
    const keys = readKeys(text);
    if (keys.length === 0) this.#problems.push(`${place} has no key: set key_file or ${keyVariable}`);
    if (keys.some((key) => key.length !== 32))
      this.#problems.push(`${place} must hold keys of 32 bytes as base64, one per line`);
    return keys;
  }

  /** @returns undefined, and a problem is noted, when the file cannot be read */
  #file(path: string, place: string): string | undefined {
    this.#files.push({ path: this.pathOf(path), holds: `A secret (${place}) is in a file` });
    try {
      return readFileSync(this.pathOf(path), "utf8").trim();
    } catch {
      this.#problems.push(`${place} names a file that cannot be read: ${path}`);
      return undefined;
    }
  }
}

function isBaseUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}

/** Secrets and tokens travel in addresses: unencrypted only on this machine. */
function isSafeForSecrets(address: string): boolean {
  if (!isBaseUrl(address)) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
