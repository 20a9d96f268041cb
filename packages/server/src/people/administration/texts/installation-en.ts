import type { HealthOutcome } from "../../../health/check-health.ts";
import type { TextsOf } from "../../../pages/texts/texts-of.ts";

/** Texts of the page about the settings in effect. */
const settings = {
  lead: "These settings are in effect. They are changed where the platform is started, and read when it starts. Passwords are not shown.",
  setting: "Setting",
  value: "Value",
  source: "From",
  empty: "not set",
  sources: {
    flag: "command line",
    variable: "environment variable",
    command: "default of this command",
    default: "default",
  },
  meanings: {
    host: "Address that the platform listens on",
    port: "Port that the platform listens on",
    database: "Database",
    uploads: "Folder for the files of answers",
    uploadsMegabytes: "Maximum size of all uploaded files, in MB",
    halfFilledMegabytes: "Maximum size of all half-filled forms, in MB",
    addressMegabytesPerHour: "What one address can store in an hour by answering surveys, in MB",
    databaseConnections: "Connections of each process to PostgreSQL",
    workers: "Processes that serve",
    apply: "Declarative file that is applied at the start",
    authUrl: "Public origin of the pages",
    baseUrl: "Public origin of the API",
    errorStatus: "HTTP status of errors of callers",
    authorizationCodeTtl: "Lifetime of an authorization code, in seconds",
    userAccessTokenTtl: "Lifetime of a user's access token, in seconds",
    userRefreshTokenTtl: "Lifetime of a refresh token, in seconds",
    accessTokenTtl: "Lifetime of an access token of OAuth, in seconds",
    teamAccessTokenTtl: "Lifetime of a team token, in seconds",
    tokenRequestsPerMinute: "Token requests of an application per minute",
    tokenRequestBurst: "Token requests of an application at once",
    dataCallsPerMinute: "Data calls of an application per minute and process; 0 for no limit",
    failedSecretsPerMinute: "Wrong secrets per minute",
    signUp: "Who may create an account",
    teamCreation: "Who may create teams",
    signInWith: "File with the OpenID providers",
    keyFile: "File with the keys that encrypt signing keys",
    agentOrigins: "Websites whose scripts may call /mcp",
    timeZone: "Time zone of texts",
    requestLogLines: "Lines that the request log keeps",
    trustProxy: "Proxies in front of the platform",
    webhookAllow: "Private addresses and other ports that webhooks may reach",
    webhookSenders: "Addresses that webhooks are sent from",
    mail: "Mail server",
    mailPasswordFile: "File with the password at the mail server",
    mailFrom: "Sender of mails",
    mailDkimKeyFile: "File of the DKIM key",
    mailDkimSelector: "DKIM selector",
    mailBounces: "Address that mails come back to",
    mailBouncesImap: "Mailbox of mails that come back",
    mailBouncesImapPasswordFile: "File with the password of that mailbox",
    mailPerMinute: "Mails per minute, of all nodes together",
    clientRegistration: "Which clients may describe themselves",
    clientDocumentAllow: "Private hosts with descriptions of clients",
    logLevel: "How much is logged",
    metricsPort: "Port of the metrics",
  },
};

/** There is nothing to do. */
function inOrder(says: string) {
  return { says, toDo: "" };
}

const health = {
  good: "Nothing needs attention.",
  attention: (count: number) =>
    count === 1 ? "One check needs attention." : `${count} checks need attention.`,
  checks: "Checks",
  check: "Check",
  toDo: "What to do",
  levels: { error: "error", warning: "warning", note: "note", ok: "OK" },
  moreChecks:
    "sop doctor checks more on the command line: whether the database file is whole, whether the audit log was changed, OpenID providers, permissions of files, and where the interface departs from good practice.",
  database: "Database",
  engine: "Engine",
  place: "Place",
  size: "Size",
  connections: "Connections",
  connectionsOf: (open: number, limit: number) => `${open} open, of at most ${limit}`,
  freeSpace: "Free space on its disk",
  responseTime: "Time of a query",
  milliseconds: (count: number) => `${count} ms`,
  requestLog: "Request log",
  state: "State",
  on: "on",
  off: "off",
  lines: "Lines of this process",
  linesOf: (written: number, dropped: number) => `${written} written, ${dropped} dropped`,
  nodes: "Processes that serve",
  nodesText: "Each reports once a minute. One that stopped stays here for an hour.",
  noNodes: "No process has reported yet",
  noNodesText: "This page shows them a moment after the start.",
  host: "Machine",
  process: "Process",
  release: "Release",
  started: "Started",
  seen: "Last report",
  serving: "serving",
  stopped: "no report",
  clock: "Clock compared with the database",
  clockAhead: (seconds: string) => `${seconds} s`,
  dropped: "Dropped lines",
  outcomes: {
    schema_current: inOrder("The schema matches this release."),
    schema_newer: {
      says: "A newer release has changed the tables.",
      toDo: "Replace this process by one of the newer release.",
    },
    commits_durable: inOrder("Commits are on disk before they are confirmed."),
    commits_unsafe: {
      says: "Confirmed changes may be lost in a power cut.",
      toDo: "Run sop doctor: it names the settings of the database that are off.",
    },
    disk_ok: inOrder("The disk of the database has room."),
    disk_warning: { says: "Less than 1 GB is free on the disk of the database.", toDo: "Make room." },
    disk_error: {
      says: "The disk of the database is nearly full.",
      toDo: "Make room now: with a full disk, nothing can be issued, changed or revoked.",
    },
    connections_ok: inOrder("The database server has enough connections for every process."),
    connections_short: {
      says: "The processes may open more connections than the database server takes.",
      toDo: "Lower SOP_DATABASE_CONNECTIONS or SOP_WORKERS, or raise max_connections of the server.",
    },
    releases_same: inOrder("All processes run the same release."),
    releases_differ: {
      says: "The processes run different releases.",
      toDo: "Finish the upgrade, or find the process that was left behind.",
    },
    request_log_ok: inOrder("The request log is written."),
    request_log_off: {
      says: "The request log is off.",
      toDo: "Set SOP_REQUEST_LOG_LINES to more than 0, so that developers see their calls.",
    },
    request_log_failing: {
      says: "The request log cannot be written. Calls are served without it.",
      toDo: "Check who owns its file, and the room on the disk.",
    },
    request_log_dropped: {
      says: "Lines of the request log were dropped.",
      toDo: "There were more calls than the log could take. Nothing else was lost.",
    },
    address_local: {
      says: "The settings are those of a platform that only this machine reaches.",
      toDo: "Behind a proxy, set SOP_AUTH_URL and SOP_TRUST_PROXY.",
    },
    address_known: inOrder("The public address of the platform is set."),
    address_missing: {
      says: "Other machines reach the platform, and its public address is not set.",
      toDo: "Set SOP_AUTH_URL to the public https origin.",
    },
    cookies_ok: inOrder("Session cookies are sent over https alone."),
    cookies_plain: {
      says: "Session cookies are also sent over plain http.",
      toDo: "Set SOP_AUTH_URL to an https origin.",
    },
    log_ok: inOrder("Faults are logged."),
    log_silent: { says: "Faults are not logged.", toDo: "Set SOP_LOG_LEVEL to info, or at least to error." },
  } satisfies Readonly<Record<HealthOutcome, { readonly says: string; readonly toDo: string }>>,
};

/** Texts about the installation, in English. */
export const installationEn = { settings, health };

/** The texts that each language has. */
export type InstallationTexts = TextsOf<typeof installationEn>;
