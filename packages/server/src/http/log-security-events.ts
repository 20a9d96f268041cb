import type { Logger } from "@survey-open-platform/service";

/** The part of an audit entry that a log line may say: no username, and no values. */
interface LoggedEntry {
  readonly action: string;
  readonly actor: { readonly userId: number | null; readonly address: string };
  readonly target: { readonly kind: string; readonly name: string };
}

/** What every change of is a security event; and what administrators and operators change. */
const subjects = new Set(["consent", "grant", "secret", "address", "audit", "user", "tokens", "platform"]);
const actions = new Set([
  "application.disabled",
  "application.enabled",
  "application.tokens_revoked",
  "application.verified",
  "applications.exported",
  "passkey.counter_refused",
  "password.reset",
  "second_factor.reset",
  "team.plan_changed",
]);

/** Logs the audit entries that are security events. Refused sign-ins are no such: each has a line of its own. */
export function logSecurityEvents(log: Logger): (entry: LoggedEntry) => void {
  return ({ action, actor, target }) => {
    const [subject = ""] = action.split(".", 1);
    if (!subjects.has(subject) && !actions.has(action)) return;
    // Usernames are often mail addresses; the audit log has them.
    const named = target.kind === "user" ? {} : { target: target.name };
    log.warn({ event: action, actor_id: actor.userId, address: actor.address, ...named }, "security event");
  };
}
