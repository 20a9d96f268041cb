/** A token that calls can be made with, as a source hands it out. Secret: it belongs on the server only. */
export interface SourcedToken {
  readonly appid: string;
  readonly accessToken: string;
  /** `bearer` for one that is sent in the header, without the appid; in the query unless given. */
  readonly tokenType?: "bearer" | undefined;
  /** Whose grant it is; absent for a team's token. */
  readonly openid?: string | undefined;
}

/** How long a caller is ready to wait. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Where a client gets its token from: a secret, a user's grant, a token hub, a constant.
 *
 * One source is shared by all callers of a process; it asks for a token once, however many are waiting.
 */
export interface TokenSource {
  /**
   * A token that is valid as far as the source knows.
   *
   * @throws SurveyPlatformError when there is none
   * @throws the reason of the signal; what others wait for goes on
   */
  get(options?: WaitOptions): Promise<SourcedToken>;
  /**
   * Reports that a token was refused, and waits for a better one. Compare-and-swap: only if the source has none
   * newer than the one that was seen, and none under way, does it get a new one.
   */
  invalidate(seen: SourcedToken, options?: WaitOptions): Promise<SourcedToken>;
  /** Notifies of every new token. An optimisation: nothing may depend on it. @returns how to stop */
  watch?(listener: (token: SourcedToken) => void): () => void;
}

/**
 * A source of one token that another program renews: for scripts, tests and tokens handed in from outside.
 *
 * @example
 * ```ts
 * import { createClient, fromToken } from "@survey-open-platform/sdk";
 *
 * const source = fromToken({ appid: "my_team", accessToken: process.env["TOKEN"] ?? "" });
 * const client = createClient({ platform: { baseUrl: "https://platform.example" }, source });
 * ```
 */
export function fromToken(token: SourcedToken): TokenSource {
  const held = { ...token };
  // Returning the same token again means that a second try is useless.
  return { get: () => Promise.resolve(held), invalidate: () => Promise.resolve(held) };
}
