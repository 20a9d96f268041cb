/** An access token as it was just issued. Secret: it belongs on the server only. */
export interface IssuedToken {
  readonly accessToken: string;
  /** How long it lives, counted from before it was asked for. */
  readonly expiresInSeconds: number;
}
