import type { MockFault } from "@survey-open-platform/sdk/testing";

/** What a mock platform in a process of its own is started with. */
export interface PlatformSettings {
  /** How many addresses it has, so that it can tell who asks by where they do. */
  readonly doors: number;
  /** Seconds that a team token lives; as documented unless given. */
  readonly tokenSeconds?: number;
  /** Longest time, in milliseconds, that a token request waits before it takes effect, and its answer after that. */
  readonly tokenPauseMilliseconds?: number;
  /** Of how many token answers in a row one is lost, after it has taken effect; none unless given. */
  readonly losesOneOf?: number;
}

/** What it is told to do; every order is answered with what the platform has seen so far. */
export type PlatformVerb =
  | { readonly verb: "look" }
  /** Ends the token in use as if its time had come. */
  | { readonly verb: "expire" }
  /** Somebody else asks for a token: the one in use is overridden. */
  | { readonly verb: "override" }
  | { readonly verb: "inject"; readonly fault: MockFault };

/** An order with a number of its own. */
export type PlatformOrder = PlatformVerb & { readonly id: number };

/** What a platform has seen. */
export interface PlatformView {
  /** Team tokens that were made for hubs. */
  readonly mints: number;
  /** Token answers that were lost. */
  readonly lostAnswers: number;
  /** Data calls, and how many of them were refused for their token. */
  readonly dataCalls: number;
  readonly refusals: number;
  /** Unix milliseconds of the first data call that was refused since the token was last ended or overridden. */
  readonly firstRefusalAt: number | undefined;
  /** The team token that works right now. */
  readonly liveToken: string | undefined;
}

/** What it tells. */
export type PlatformMessage =
  | { readonly kind: "listening"; readonly ports: readonly number[] }
  | { readonly kind: "done"; readonly id: number; readonly view: PlatformView }
  /** A token request has come in at a door, and has not taken effect yet. */
  | { readonly kind: "token_request"; readonly door: number };
