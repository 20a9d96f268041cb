import { nowMs, type StoreQueries } from "./queries.ts";

/** Who makes a change: a user in a browser, or a command of the operator. */
export interface Actor {
  /** Null for the operator's commands. */
  readonly userId: number | null;
  readonly username: string;
  /** The network address that the request came from; "" for a command. */
  readonly address: string;
}

/** What was changed: a kind with a name that stays readable after the thing itself is deleted. */
export interface AuditTarget {
  readonly kind: "user" | "session" | "invitation" | "application" | "team" | "setting" | "grant";
  /** A username, an appid, the id of a team. */
  readonly name: string;
}

/** Values that the audit log may hold. A secret, a token, a password or a hash of one is never among them. */
export type AuditValues = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** One change, as the audit log keeps it. */
export interface AuditEntry {
  readonly actor: Actor;
  /** An event such as `password.changed`: what it concerns, then what happened. */
  readonly action: string;
  readonly target: AuditTarget;
  readonly before?: AuditValues;
  readonly after?: AuditValues;
}

/**
 * Adds an entry to the audit log. Call it in the transaction of the change itself, so that neither exists without the
 * other. Entries are never updated or deleted.
 */
export async function recordAudit(
  { kysely }: StoreQueries,
  { actor, action, target, before, after }: AuditEntry,
): Promise<void> {
  await kysely
    .insertInto("audit_log")
    .values({
      at: nowMs,
      actor_id: actor.userId,
      actor: actor.username,
      action,
      target_kind: target.kind,
      target: target.name,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      address: actor.address,
    })
    .execute();
}
