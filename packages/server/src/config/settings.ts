import { type LogLevel, logLevels } from "@survey-open-platform/service";
import { parseOpenedReceivers } from "../model/opened-receivers.ts";
import { mailSettings } from "./mail-settings.ts";
import { setting } from "./setting.ts";
import {
  databaseAddress,
  hostList,
  integer,
  networkList,
  nonEmpty,
  oneOf,
  originOrEmpty,
  origins,
  timeZone,
  withoutPassword,
} from "./setting-readers.ts";

/** The status of errors that the caller caused: always HTTP 200, or one that fits. */
export type ErrorStatus = "ok" | "semantic";

/** Who may create an account. */
export type SignUp = "closed" | "invited" | "open";

/** Who may create teams. */
export type TeamCreators = "users" | "administrators";

/** Which clients may describe themselves instead of being registered by a person. */
export type ClientRegistration = "all" | "documents" | "off";

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
  uploads: setting({
    flag: "uploads",
    default: "",
    unit: "folder path",
    description:
      "Folder for the files that respondents send with their answers. All nodes of one platform need the same one. Empty: a folder beside the SQLite database, named after it; with PostgreSQL no files are taken.",
    read: (text) => text,
  }),
  uploadsMegabytes: setting({
    flag: "uploads-megabytes",
    default: "10240",
    unit: "MB",
    description:
      "Maximum size of all uploaded files together; those of one owner may have half of it, those of one survey a quarter, and those of forms that are not sent yet a tenth. Beyond it, pages say that a file could not be stored.",
    read: integer(0, 1_000_000_000),
  }),
  halfFilledMegabytes: setting({
    flag: "half-filled-megabytes",
    default: "1024",
    unit: "MB",
    description:
      "Maximum size of all half-filled forms together, without their files; those of one survey may have a sixteenth. Beyond it, those that were saved the longest ago are deleted.",
    read: integer(16, 1_000_000),
  }),
  addressMegabytesPerHour: setting({
    flag: "address-megabytes-per-hour",
    default: "80",
    unit: "MB",
    description:
      "What one address can store in an hour by answering surveys: half-filled forms, answers, files and events of webhooks. Half of it at once, the rest evenly spread.",
    read: integer(4, 1_000_000),
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
  accessTokenTtl: setting({
    flag: "access-token-ttl",
    default: "3600",
    unit: "seconds",
    description:
      "Lifetime of an access token of OAuth, which is sent in a header. Clients get new ones with their refresh tokens.",
    read: integer(60, 31_536_000),
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
  dataCallsPerMinute: setting({
    flag: "data-calls-per-minute",
    default: "600000",
    unit: "calls per minute",
    description:
      "Data calls that an application may make, as many of them at once; each process counts for itself. 0 for no limit.",
    read: integer(0, 1_000_000_000),
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
  keyFile: setting({
    flag: "key-file",
    default: "",
    unit: "file path",
    description:
      "File with keys of 32 bytes in base64, one per line, that encrypt the keys which sign ID tokens. The first one encrypts, all of them decrypt. Empty: those are in the database as they are.",
    read: (text) => text,
  }),
  agentOrigins: setting({
    flag: "agent-origins",
    default: "",
    unit: "origins",
    description:
      "Websites whose scripts may call /mcp, such as https://agent.example, parted by commas. Programs outside of browsers need no place here.",
    read: origins,
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
  webhookAllow: setting({
    flag: "webhook-allow",
    default: "",
    unit: "networks, hosts with ports",
    description:
      "Private addresses and other ports that webhooks may reach, separated by commas or spaces: networks such as 10.1.0.0/16, on every port, and hosts with ports such as hooks.internal:8443. Empty: only public addresses at ports 80 and 443.",
    read: parseOpenedReceivers,
  }),
  webhookSenders: setting({
    flag: "webhook-senders",
    default: "",
    unit: "addresses",
    description:
      "Addresses from which webhooks are sent, separated by commas or spaces, as GET /api/webhooks/ip lists them for the firewalls of receivers. Empty: not known.",
    read: networkList,
  }),
  ...mailSettings,
  clientRegistration: setting({
    flag: "client-registration",
    default: "all",
    unit: "all, documents, off",
    description:
      "Which clients may ask users for access without being registered by a person: those that register themselves and those with a metadata document, the latter only, or none.",
    read: oneOf<ClientRegistration>(["all", "documents", "off"]),
  }),
  clientDocumentAllow: setting({
    flag: "client-document-allow",
    default: "",
    unit: "hosts with ports",
    description:
      "Private hosts from which metadata documents of clients are fetched, by http too, separated by commas or spaces: hosts with ports such as agents.internal:8443. Empty: public addresses by https only.",
    read: hostList,
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
