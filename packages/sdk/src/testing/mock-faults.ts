/** What goes wrong, and how. */
export type MockFaultKind =
  /** The request never arrives: `fetch` rejects and nothing has happened. */
  | { readonly kind: "network_error" }
  /** The request takes effect and its response is lost: the caller does not learn the new token. */
  | { readonly kind: "lost_response" }
  /** `fetch` rejects at once, and the request takes effect after that: the platform was slow, not deaf. */
  | { readonly kind: "delayed_commit"; readonly delayMilliseconds: number }
  /** The response takes its time; the effect comes first. */
  | { readonly kind: "slow_response"; readonly delayMilliseconds: number }
  /** HTTP 500 and `internal_error`; nothing has happened. */
  | { readonly kind: "server_error" }
  /** HTTP 503 and `storage_unavailable`; nothing has happened. */
  | { readonly kind: "storage_unavailable"; readonly retryAfterSeconds?: number }
  /** `request_rate_limited`; nothing has happened. */
  | { readonly kind: "rate_limited"; readonly retryAfterSeconds?: number }
  /** HTTP 502 and a page, as from a proxy whose server is away; nothing has happened. */
  | { readonly kind: "proxy_error" }
  /** Another program asks for a team token just before the request: the one in use is overridden. */
  | { readonly kind: "foreign_refresher" };

/** Which requests a fault meets. */
export interface MockFaultScope {
  /** `token`: requests for tokens of either mode; `data`: the others. Both unless given. */
  readonly on?: "token" | "data";
  /** How many requests it meets before it is over; 1 unless given, `Infinity` for as long as the platform lives. */
  readonly times?: number;
  /** Share of the requests in its scope that it meets, 0 to 1; all unless given. */
  readonly chance?: number;
}

/** Something that goes wrong with some requests. */
export type MockFault = MockFaultKind & MockFaultScope;

/** The faults that are still to come. */
export class MockFaults {
  #pending: readonly { readonly fault: MockFault; readonly left: number }[];
  readonly #random: () => number;

  constructor(faults: readonly MockFault[], random: () => number) {
    this.#pending = faults.map(withTimes);
    this.#random = random;
  }

  add(fault: MockFault): void {
    this.#pending = [...this.#pending, withTimes(fault)];
  }

  clear(): void {
    this.#pending = [];
  }

  /** The first fault that meets a request; it is used up by one. */
  take(kind: "token" | "data"): MockFault | undefined {
    const met = this.#pending.find(
      ({ fault }) => (fault.on ?? kind) === kind && this.#random() < (fault.chance ?? 1),
    );
    this.#pending = this.#pending.flatMap((entry) => {
      if (entry !== met) return [entry];
      return entry.left > 1 ? [{ ...entry, left: entry.left - 1 }] : [];
    });
    return met?.fault;
  }
}

function withTimes(fault: MockFault) {
  return { fault, left: fault.times ?? 1 };
}
