import type { MockFault } from "@survey-open-platform/sdk/testing";

/** The options of a mock platform in a separate process. */
export interface PlatformSettings {
  /** The number of its ports; it tells callers apart by the port that they use. */
  readonly doors: number;
  /** Seconds that a team token lives; as documented unless given. */
  readonly tokenSeconds?: number;
  /** Longest time, in milliseconds, that a token request waits before it takes effect, and its answer after that. */
  readonly tokenPauseMilliseconds?: number;
  /** One of this many token responses is lost, after the mint has taken effect; default: none. */
  readonly losesOneOf?: number;
}

/** Commands to the platform; the response to each is what the platform has seen so far. */
export type PlatformVerb =
  | { readonly verb: "look" }
  /** Ends the current token as if it had expired. */
  | { readonly verb: "expire" }
  /** Another program requests a token: the current one is overridden. */
  | { readonly verb: "override" }
  | { readonly verb: "inject"; readonly fault: MockFault };

/** A command with its number. */
export type PlatformOrder = PlatformVerb & { readonly id: number };

/** What a platform has seen. */
export interface PlatformView {
  /** Team tokens that were issued to hubs. */
  readonly mints: number;
  /** Lost token responses. */
  readonly lostAnswers: number;
  /** Data calls, and how many of them were refused because of their token. */
  readonly dataCalls: number;
  readonly refusals: number;
  /** Unix milliseconds of the first data call that was refused since the token was last ended or overridden. */
  readonly firstRefusalAt: number | undefined;
  /** The valid team token. */
  readonly liveToken: string | undefined;
}

/** Messages of the platform. */
export type PlatformMessage =
  | { readonly kind: "listening"; readonly ports: readonly number[] }
  | { readonly kind: "done"; readonly id: number; readonly view: PlatformView }
  /** A token request has arrived at a port, and has not taken effect yet. */
  | { readonly kind: "token_request"; readonly door: number };
