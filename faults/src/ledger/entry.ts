/** What an exchange gives. */
export interface UserTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly openid: string;
}

/** A call whose answer is a promise. */
export type PromisedCall =
  | { readonly kind: "exchange"; readonly code: string }
  | { readonly kind: "refresh"; readonly person: string; readonly openid: string }
  | { readonly kind: "team" }
  /** Takes a grant back, and with it these tokens, and this code that nobody has exchanged. */
  | { readonly kind: "revoke"; readonly tokens: UserTokens; readonly code: string };

/** What a {@link PromisedCall} is answered, as far as it matters later. */
export interface PromisedAnswer {
  /** After an exchange. */
  readonly tokens?: UserTokens;
  /** After a refresh or from a team token call. */
  readonly accessToken?: string;
}

/** One line of a ledger: a call about to be sent or, under the same number, its answer. */
export interface LedgerEntry {
  readonly number: number;
  /** Rounds end with a fault. */
  readonly round: number;
  readonly call: PromisedCall;
  readonly answer?: PromisedAnswer;
}
