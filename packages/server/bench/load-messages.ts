/** What the benchmark sends to its load process; each order gets one reply, in order. */
export type LoadOrder = OpenOrder | SupplyOrder | TurnOrder | PaceOrder | CloseOrder;

/** Opens connections to a server. */
export interface OpenOrder {
  readonly order: "open";
  readonly target: string;
  readonly port: number;
  readonly connections: number;
}

/** Replaces the requests that are sent to a server. */
export interface SupplyOrder {
  readonly order: "supply";
  readonly target: string;
  /** As they go over the wire. */
  readonly requests: readonly string[];
  /** The text that each response body begins with; its status is 200. */
  readonly expected: string;
}

/** Sends requests as fast as they are answered. */
export interface TurnOrder {
  readonly order: "turn";
  readonly target: string;
  readonly milliseconds: number;
  /** Each request is sent once, in order; the turn ends early when none is left. */
  readonly once: boolean;
}

/** Sends requests at a rate; latency counts from the moment at which a request is due. */
export interface PaceOrder {
  readonly order: "pace";
  readonly target: string;
  readonly milliseconds: number;
  readonly requestsPerSecond: number;
}

export interface CloseOrder {
  readonly order: "close";
  readonly target: string;
}

/** The reply to an order. */
export interface LoadReply {
  readonly answered: number;
  /** Responses that are not what was expected. */
  readonly failed: number;
  /** One of those. */
  readonly example: string;
  readonly milliseconds: number;
  /** Of paced requests, in milliseconds. */
  readonly latencies: Float64Array;
}
