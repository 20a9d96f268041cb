import type { Logger } from "@survey-open-platform/service";

/** The part of an audit entry that a log line may say: no username, and no values. */
interface LoggedEntry {
  readonly action: string;
  readonly actor: { readonly userId: number | null; readonly address: string };
  readonly target: { readonly kind: string; readonly name: string };
}

/** What is a security event: consent, secrets, throttled addresses, exports, and all that administrators change. */
const securityEvent = /^(consent|grant|secret|address|audit|administration)\./;

/** Logs the audit entries that are security events. Refused sign-ins are no such: each has a line of its own. */
export function logSecurityEvents(log: Logger): (entry: LoggedEntry) => void {
  return ({ action, actor, target }) => {
    if (!securityEvent.test(action)) return;
    // Usernames are often mail addresses; the audit log has them.
    const named = target.kind === "user" ? {} : { target: target.name };
    log.warn({ event: action, actor_id: actor.userId, address: actor.address, ...named }, "security event");
  };
}
