/** The result of an exchange. */
export interface UserTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly openid: string;
}

/** A call whose response is a promise. */
export type PromisedCall =
  | { readonly kind: "exchange"; readonly code: string }
  | { readonly kind: "refresh"; readonly person: string; readonly openid: string }
  | { readonly kind: "team" }
  /** Revokes a grant, and with it these tokens, and this code that is not exchanged. */
  | { readonly kind: "revoke"; readonly tokens: UserTokens; readonly code: string };

/** The parts of a response to a {@link PromisedCall} that matter later. */
export interface PromisedAnswer {
  /** After an exchange. */
  readonly tokens?: UserTokens;
  /** After a refresh or from a team token call. */
  readonly accessToken?: string;
}

/** One line of a ledger: a call about to be sent or, under the same number, its response. */
export interface LedgerEntry {
  readonly number: number;
  /** Rounds end with a fault. */
  readonly round: number;
  readonly call: PromisedCall;
  readonly answer?: PromisedAnswer;
}
