import type { Logger } from "@survey-open-platform/service";
import type { Metrics } from "./metrics.ts";
import type { RenewalEvent } from "./team/renewal-event.ts";
import type { AuditEntry } from "./store/audit-table.ts";
import { auditedByStore, type UserEvent } from "./users/user-event.ts";

/** The outputs of an event recorder. */
export interface EventRecorderDependencies {
  readonly log: Logger;
  /** Undefined without metrics. */
  readonly metrics: Metrics | undefined;
  readonly addAuditEntry: (entry: AuditEntry) => Promise<void>;
}

/** Tells log, metrics and audit trail what happens to tokens. */
export interface EventRecorder {
  readonly onRenewal: (appid: string, event: RenewalEvent) => void;
  readonly onUser: (appid: string, event: UserEvent) => void;
  /** The store went away (with the reason), or is back (undefined). */
  readonly onStore: (problem: unknown) => void;
  /** Resolves when all events so far are written. */
  readonly settled: () => Promise<void>;
}

/** Kinds of events that an operator should look at. */
const alarms = new Set<string>(["foreign_refresher", "unreadable_token", "unreadable_grant"]);
const warnings = new Set<string>(["mint_failed", "refresh_failed", "exchange_failed", "unfounded_report"]);

/** Creates a recorder. What cannot be written to the audit trail is only logged. */
export function createEventRecorder({
  log,
  metrics,
  addAuditEntry,
}: EventRecorderDependencies): EventRecorder {
  const writing = new Set<Promise<void>>();
  const audit = (appid: string, event: RenewalEvent | UserEvent) => {
    const written = addAuditEntry(auditEntryOf(appid, event))
      .catch((error: unknown) => log.error({ appid, kind: event.kind, reason: nameOf(error) }, "not audited"))
      .finally(() => writing.delete(written));
    writing.add(written);
  };
  return {
    onRenewal(appid, event) {
      tell(log, appid, event);
      count(metrics, appid, event);
      if (event.kind !== "adopted") audit(appid, event);
    },
    onUser(appid, event) {
      tell(log, appid, event);
      metrics?.countUserEvent(appid, event.kind);
      if (!auditedByStore.has(event.kind)) audit(appid, event);
    },
    onStore(problem) {
      metrics?.showStore(problem === undefined);
      if (problem === undefined) log.info("the database is back");
      else log.error({ reason: nameOf(problem) }, "the database is away; what is still valid is served");
    },
    async settled() {
      await Promise.all(writing);
    },
  };
}

function tell(log: Logger, appid: string, event: RenewalEvent | UserEvent): void {
  const level = alarms.has(event.kind) ? "error" : warnings.has(event.kind) ? "warn" : "info";
  log[level]({ appid, ...event }, event.kind.replaceAll("_", " "));
}

function count(metrics: Metrics | undefined, appid: string, event: RenewalEvent): void {
  if (metrics === undefined) return;
  if (event.kind === "minted") metrics.countMint(appid, event.reason);
  if (event.kind === "mint_failed") metrics.countFailedMint(appid, event.error);
  if (event.kind === "confirmed_report") metrics.countReport(appid, "confirmed");
  if (event.kind === "unfounded_report") metrics.countReport(appid, "unfounded");
  if (event.kind === "foreign_refresher") metrics.countForeignRenewal(appid);
}

function auditEntryOf(appid: string, event: RenewalEvent | UserEvent): AuditEntry {
  const { kind, ...rest } = event;
  const { actor = "hub", version = 0, ...detail } = { actor: undefined, version: undefined, ...rest };
  return { appid, kind, actor, version, detail };
}

/** An error's own words may quote what it was given. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
