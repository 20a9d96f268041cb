/** Who makes a change: a user in a browser, or a command of the operator. */
export interface Actor {
  /** Null for the operator's commands, and for events without a signed-in user. */
  readonly userId: number | null;
  readonly username: string;
  /** The network address that the request came from; "" for a command. */
  readonly address: string;
}

/** What was changed: a kind with a name that stays readable after the thing itself is deleted. */
export interface AuditTarget {
  readonly kind:
    | "user"
    | "session"
    | "invitation"
    | "application"
    | "team"
    | "survey"
    | "setting"
    | "grant"
    | "username"
    | "address"
    | "host"
    | "platform";
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
