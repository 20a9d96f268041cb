/** A team's token as the hub hands it out. Secret. */
export interface ServedToken {
  readonly accessToken: string;
  /** Which of the application's tokens it is; report it by this number when it turns out to be dead. */
  readonly version: number;
  /** Whole seconds that it still lives. */
  readonly expiresInSeconds: number;
}

/** That there is a new token, without the token. */
export type TokenChange = Omit<ServedToken, "accessToken">;

/** Who reports or asks, for the audit trail: a caller's id, `operator`, or `hub` itself. */
export type Actor = string;

/** A version that a data call was refused with. */
export interface DeadTokenReport {
  readonly version: number;
  readonly actor: Actor;
  /** Called before the report costs anything; what it throws ends this report and no other. */
  readonly beforeProbe?: () => void;
}
