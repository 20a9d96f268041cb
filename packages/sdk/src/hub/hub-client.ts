import { encodeQuery, type Query } from "../encode-query.ts";
import { platformAddress } from "../platform-address.ts";
import { wallClockNow, type Platform } from "../platform.ts";
import type { RawResponse, Reader } from "../read-envelope.ts";
import { fetchText, idempotencyHeader, requestInit, timeoutOf } from "../send-request.ts";
import { withDeadline } from "../with-deadline.ts";
import type { Hub, HubCaller } from "./hub.ts";
import { signatureScheme, signHubRequest } from "./sign-hub-request.ts";

/** One request to a hub. */
export interface HubRequest {
  /** From `/` on, percent-encoded. */
  readonly path: string;
  readonly query?: Query | undefined;
  readonly method?: "GET" | "POST" | "DELETE" | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Passed on to the platform. */
  readonly idempotencyKey?: string | undefined;
  /** How much longer than usual the response may take. */
  readonly waitMilliseconds?: number | undefined;
}

/** A client of a hub: signs requests, follows the hub's clock, and switches between several hubs. */
export class HubClient {
  /** A hub as the rest of this package knows addresses: without the interface's own paths. */
  readonly platform: Platform;
  readonly #caller: HubCaller;
  readonly #urls: readonly string[];
  #asked = 0;
  /** How far the hub's clock is ahead of ours. */
  #clockAhead = 0;

  constructor({ hubUrl, ...lent }: Hub, caller: HubCaller) {
    this.#urls = [hubUrl].flat();
    this.platform = { ...lent, baseUrl: this.#urls[0] ?? "" };
    this.#caller = { ...caller };
  }

  /** Secrets that no error may repeat, even if a response contains them. */
  get secrets(): Reader["secrets"] {
    return { secret: this.#caller.callerSecret };
  }

  /**
   * Sends a request once, and once more with the hub's time when the hub refused the signature.
   *
   * @throws SurveyPlatformError `network_error`, `timeout`, `invalid_configuration`, `invalid_argument`
   */
  async send(request: HubRequest): Promise<RawResponse> {
    const asked = this.#asked;
    try {
      const response = await this.#sendOnce(request);
      const last = this.#learnClock(response) ? await this.#sendOnce(request) : response;
      if (last.status >= 502) this.#turnFrom(asked);
      return last;
    } catch (error) {
      if (request.signal?.aborted !== true) this.#turnFrom(asked);
      throw error;
    }
  }

  async #sendOnce({ path, query = {}, method = "GET", ...request }: HubRequest): Promise<RawResponse> {
    const { platform } = this;
    const base = this.#urls[this.#asked % this.#urls.length] ?? "";
    const search = encodeQuery(query);
    const address = platformAddress(platform, base, path) + (search === "" ? "" : `?${search}`);
    // As it leaves here: some characters are encoded on the way. A path of the address is the business of a proxy.
    const target = path + new URL(address).search;
    const text = request.body === undefined ? undefined : JSON.stringify(request.body);
    const time = Math.floor((wallClockNow(platform) + this.#clockAhead) / 1000);
    const authorization = await signHubRequest(this.#caller, { method, target, body: text, time });
    const milliseconds = timeoutOf(platform) + (request.waitMilliseconds ?? 0);
    return await withDeadline(milliseconds, request.signal, (signal) =>
      fetchText(
        platform,
        address,
        requestInit(
          { method, text, headers: { authorization, ...idempotencyHeader(request.idempotencyKey) } },
          signal,
        ),
      ),
    );
  }

  /**
   * Sets our clock by a hub that refused a signature: it may have been too old, also for a hub that has only just
   * started and takes nothing from before. The end of its second is never behind it.
   *
   * @returns whether there is a reason to try again
   */
  #learnClock({ status, headers }: RawResponse): boolean {
    const isOurs = headers.get("www-authenticate")?.startsWith(signatureScheme) === true;
    const ahead = Date.parse(headers.get("date") ?? "") + 999 - wallClockNow(this.platform);
    if (status !== 401 || !isOurs || Number.isNaN(ahead)) return false;
    this.#clockAhead = ahead;
    return true;
  }

  /** The next request goes to the next hub, unless another request has turned there already. */
  #turnFrom(asked: number): void {
    if (this.#asked === asked) this.#asked += 1;
  }
}
