import type { Database } from "@survey-open-platform/database";
import {
  addAuditEntry,
  listAuditEntries,
  sweepAuditEntries,
  type AuditEntry,
  type AuditFilter,
} from "./audit-table.ts";
import { addCaller, listCallers, resealCallerSecret, revokeCaller, type NewCaller } from "./caller-table.ts";
import { recordHandedOut, type HandedOutVersion } from "./handed-out-table.ts";
import { countRenewals } from "./renewal-history.ts";
import type { Schema } from "./schema.ts";
import { sweepSignatures, claimSignature, type SignatureUse } from "./signature-table.ts";
import {
  acquireLease,
  ensureRecord,
  findRecord,
  releaseLease,
  listRecords,
  markInDoubt,
  resealToken,
  storeToken,
  type EpochOf,
  type LeaseRequest,
  type MintedRecord,
} from "./team-token-table.ts";

/** Everything that the hub asks of its database; see {@link createHubStore}. */
export type HubStore = ReturnType<typeof createHubStore>;

/**
 * The verbs on the hub's data. Each is one transaction that cannot be half done and is safe when many hubs run it at
 * once; a verb that changes something resolves once the change is durable.
 *
 * @throws `DatabaseUnavailableError` from every verb
 */
export function createHubStore(database: Database<Schema>) {
  const { reader } = database;
  return {
    // team tokens
    ensureRecord: (appid: string) => database.write((t) => ensureRecord(t, appid)),
    findRecord: (appid: string) => findRecord(reader, appid),
    listRecords: () => listRecords(reader),
    acquireLease: (request: LeaseRequest) => database.write((t) => acquireLease(t, request)),
    markInDoubt: (epoch: EpochOf) => database.write((t) => markInDoubt(t, epoch)),
    storeToken: (minted: MintedRecord) => database.write((t) => storeToken(t, minted)),
    releaseLease: (epoch: EpochOf & { readonly keepMarker: boolean }) =>
      database.write((t) => releaseLease(t, epoch)),
    resealToken: (change: { readonly appid: string; readonly before: string; readonly after: string }) =>
      database.write((t) => resealToken(t, change)),

    // callers
    addCaller: (caller: NewCaller) => database.write((t) => addCaller(t, caller)),
    listCallers: () => listCallers(reader),
    revokeCaller: (id: string) => database.write((t) => revokeCaller(t, id)),
    resealCallerSecret: (change: { readonly id: string; readonly before: string; readonly after: string }) =>
      database.write((t) => resealCallerSecret(t, change)),

    recordHandedOut: (handedOut: HandedOutVersion) => database.write((t) => recordHandedOut(t, handedOut)),
    claimSignature: (use: SignatureUse) => database.write((t) => claimSignature(t, use)),

    // audit trail and maintenance
    addAuditEntry: (entry: AuditEntry) => database.write((t) => addAuditEntry(t, entry)),
    listAuditEntries: (filter: AuditFilter) => listAuditEntries(reader, filter),
    countRenewals: (hours: number) => countRenewals(reader, hours),
    sweepAuditEntries: (olderThanDays: number) => database.write((t) => sweepAuditEntries(t, olderThanDays)),
    sweepSignatures: () => database.write((t) => sweepSignatures(t)),
    ping: () => database.ping(),
  };
}
