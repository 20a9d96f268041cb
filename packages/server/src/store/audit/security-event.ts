import { runSteps } from "@survey-open-platform/database";
import { recordAudit, type Actor } from "./audit-log-table.ts";
import type { RateLimit } from "../installation/policy.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { rateLimitKey, consumeTokens, type CallerNetwork } from "../installation/rate-limit-table.ts";

/** A caller as the audit log and its limits know it. */
export interface Caller extends CallerNetwork {
  /** The address without port. */
  readonly text: string;
}

/** Something that strangers can cause as often as they like. */
export type SecurityEvent =
  | {
      readonly action: "sign_in.refused";
      readonly caller: Caller;
      /** A keyed hash of the username, never the username: users type passwords into the wrong field. */
      readonly username: string;
      readonly problem: string;
    }
  | { readonly action: "address.throttled"; readonly caller: Caller; readonly call: string };

/** Entries of one event for one network. */
const ofNetwork: Readonly<Record<SecurityEvent["action"], RateLimit>> = {
  "sign_in.refused": { perMinute: 5, burst: 20 },
  "address.throttled": { perMinute: 0.1, burst: 1 },
};

/** Entries of one event for all networks: at most 15,000 a day, some megabytes. */
export const securityEvents: RateLimit = { perMinute: 10, burst: 500 };

/**
 * Records a security event in the audit log, unless there were so many that a flood of them would fill the disk.
 *
 * @returns whether it was recorded
 */
export async function recordSecurityEvent(transaction: StoreQueries, event: SecurityEvent): Promise<boolean> {
  const { action, caller } = event;
  const refusal = await runSteps(
    transaction,
    consumeTokens([
      { key: rateLimitKey("audit", action, caller.network), limit: ofNetwork[action] },
      { key: rateLimitKey("audit", action), limit: securityEvents },
    ]),
  );
  if (refusal !== undefined) return false;
  const actor: Actor = { userId: null, username: "", address: caller.text };
  if (event.action === "sign_in.refused")
    await recordAudit(transaction, {
      actor,
      action,
      target: { kind: "username", name: event.username },
      after: { problem: event.problem },
    });
  else
    await recordAudit(transaction, {
      actor,
      action,
      target: { kind: "address", name: caller.text },
      after: { call: event.call },
    });
  return true;
}
