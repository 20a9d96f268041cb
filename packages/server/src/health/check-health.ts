import type { FindingLevel } from "@survey-open-platform/service";
import type { Config } from "../config/settings.ts";
import type { RequestLogState } from "../http/request-log/request-log.ts";
import type { DatabaseState } from "../store/installation/database-state.ts";
import type { ServingNode } from "../store/installation/node-table.ts";
import type { FreeSpace } from "./free-space.ts";
import { isPublic } from "./public-address.ts";

/** Every outcome of a check of a running platform, and how much it matters. */
export const healthLevels = {
  schema_current: "ok",
  schema_newer: "note",
  commits_durable: "ok",
  commits_unsafe: "error",
  disk_ok: "ok",
  disk_warning: "warning",
  disk_error: "error",
  connections_ok: "ok",
  connections_short: "warning",
  releases_same: "ok",
  releases_differ: "note",
  request_log_ok: "ok",
  request_log_off: "note",
  request_log_failing: "warning",
  request_log_dropped: "warning",
  address_local: "note",
  address_known: "ok",
  address_missing: "warning",
  cookies_ok: "ok",
  cookies_plain: "warning",
  log_ok: "ok",
  log_silent: "warning",
} as const satisfies Readonly<Record<string, FindingLevel>>;

/** One outcome of a check; its texts are those of the page. */
export type HealthOutcome = keyof typeof healthLevels;

/** What the checks are made of: all of it can be read in a moment, while requests are served. */
export interface HealthFacts {
  readonly config: Config;
  readonly database: DatabaseState;
  /** Undefined when the database is not a file. */
  readonly freeSpace: FreeSpace | undefined;
  readonly nodes: readonly ServingNode[];
  readonly requestLog: RequestLogState;
}

/** Checks a running platform. `sop doctor` checks more, which takes longer. */
export function checkHealth(facts: HealthFacts): readonly HealthOutcome[] {
  return [
    facts.database.schema === "newer" ? "schema_newer" : "schema_current",
    facts.database.unsafeSettings.length > 0 ? "commits_unsafe" : "commits_durable",
    ...(facts.freeSpace === undefined ? [] : ([`disk_${facts.freeSpace.level}`] as const)),
    ...connections(facts),
    ...releases(facts.nodes),
    requestLog(facts),
    ...publicAddress(facts.config),
    ["silent", "fatal"].includes(facts.config.logLevel) ? "log_silent" : "log_ok",
  ];
}

/** Every node may open as many as its settings say; the limit is one for all of them. */
function connections({ database, nodes, config }: HealthFacts): readonly HealthOutcome[] {
  const { connectionLimit } = database;
  if (connectionLimit === undefined) return [];
  const serving = nodes.filter(({ isServing }) => isServing).length;
  const needed = Math.max(serving, config.workers) * config.databaseConnections;
  return [needed > connectionLimit ? "connections_short" : "connections_ok"];
}

function releases(nodes: readonly ServingNode[]): readonly HealthOutcome[] {
  const serving = nodes.filter(({ isServing }) => isServing);
  if (serving.length < 2) return [];
  return [new Set(serving.map(({ release }) => release)).size > 1 ? "releases_differ" : "releases_same"];
}

function requestLog({ requestLog: { isOn, isFailing }, nodes }: HealthFacts): HealthOutcome {
  if (!isOn) return "request_log_off";
  if (isFailing) return "request_log_failing";
  return nodes.some(({ linesDropped }) => linesDropped > 0) ? "request_log_dropped" : "request_log_ok";
}

/** Cookies follow the scheme of the public address, because TLS ends at the proxy (RFC 6265bis, section 4.1.3.2). */
function publicAddress(config: Config): readonly HealthOutcome[] {
  if (!isPublic(config) && config.trustProxy === 0) return ["address_local"];
  if (config.authUrl === "") return ["address_missing", "cookies_plain"];
  return ["address_known", config.authUrl.startsWith("https:") ? "cookies_ok" : "cookies_plain"];
}
