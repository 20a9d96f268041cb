import { PageError } from "../pages/page-error.ts";

const windowMilliseconds = 60_000;
const networksRemembered = 10_000;

/** Wrong addresses that a network may open in a minute. */
const allowed = 60;

/**
 * Counts addresses of surveys that do not exist, per network. A network that tries many in a minute is refused right ones
 * as well: otherwise it would find a right one by its different response. Each process counts for itself.
 */
export class WrongAddresses {
  readonly #clock: () => number;
  readonly #networks = new Map<string, { readonly since: number; count: number }>();

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** @throws `PageError` `too_many_requests` */
  refuseGuessing(network: string): void {
    const found = this.#current(network);
    if (found === undefined || found.count < allowed) return;
    const retryAfterSeconds = Math.ceil((found.since + windowMilliseconds - this.#clock()) / 1000);
    throw new PageError("too_many_requests", { status: 429, retryAfterSeconds });
  }

  count(network: string): void {
    const found = this.#current(network);
    if (found !== undefined) found.count += 1;
    else this.#remember(network);
  }

  #current(network: string) {
    const found = this.#networks.get(network);
    return found !== undefined && this.#clock() - found.since < windowMilliseconds ? found : undefined;
  }

  #remember(network: string): void {
    this.#networks.delete(network);
    this.#networks.set(network, { since: this.#clock(), count: 1 });
    const [oldest] = this.#networks.size > networksRemembered ? this.#networks.keys() : [];
    if (oldest !== undefined) this.#networks.delete(oldest);
  }
}
