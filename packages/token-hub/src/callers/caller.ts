import type { FetchCall, HubCall } from "../http/endpoint.ts";

/** What a caller may be allowed to do for an application, beside the proxy's paths. */
export type CallerRight = "token" | "report" | "users";

/** A business server that the hub knows. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  /** The applications for which it may do anything at all. */
  readonly appids: readonly string[];
  may(right: CallerRight, appid: string): boolean;
  /** @param path from `/api/` on, without query */
  mayProxy(appid: string, path: string): boolean;
}

/** A request, as far as it is what a caller proves itself with. */
export type ProvingRequest = Pick<HubCall, "method" | "authorization" | "target">;

/** Where callers prove who they are. */
export interface CallerAuthenticator {
  /**
   * A signed request that changes something is taken once by all hubs together.
   *
   * @param body as it was received; empty when there is none
   * @throws HubError `invalid_caller`
   * @throws `DatabaseUnavailableError`
   */
  authenticate(request: ProvingRequest, body: Uint8Array): Promise<Caller>;
  /**
   * The same for a GET without a body, which this process remembers alone: without waiting.
   *
   * @throws HubError `invalid_caller`
   */
  authenticateRead(request: ProvingRequest): Caller;
  /**
   * The body of a signed request, which has to be read before `authenticate`. The header's form, the caller and the time
   * are checked first, so that no memory is spent on a body that a stranger sends.
   *
   * @returns undefined for a request that proves itself without its body, which is not read then
   * @throws HubError `invalid_caller`, `content_too_large`, `request_rate_limited`
   */
  signedBody(call: FetchCall, mostBytes: number): Promise<Uint8Array | undefined>;
  /** For clients that send id and secret as they would to the platform. @throws HubError `invalid_caller` */
  admit(callerId: string, secret: string): Caller;
  /** The caller as it is by now; undefined once it was revoked. */
  find(callerId: string): Caller | undefined;
  /** Takes one from the caller's budget of reports. @throws HubError `request_rate_limited` */
  consumeReport(caller: Caller): void;
}
