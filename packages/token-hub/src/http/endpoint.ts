import type { HubError } from "../errors.ts";

/** A request that was routed. */
export interface HubCall {
  readonly request: Request;
  /** Path and query exactly as they were sent; the URL of the request may spell them differently. */
  readonly target: string;
  /** The parts of the path by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Where the connection comes from, which may be a proxy of ours; undefined where there is no socket. */
  readonly address?: string | undefined;
  /** Cuts the connection, for a response that cannot be brought to its end; undefined where there is no socket. */
  readonly cut?: (() => void) | undefined;
}

/** One method and path of the hub, such as `/v1/apps/{appid}/token`. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "DELETE" | "*";
  /** A last part of `{rest...}` takes all that follows, slashes included, and undecoded. */
  readonly path: string;
  /** What it throws becomes the response: a HubError as it says, anything else as `internal_error`. */
  handle(call: HubCall): Response | Promise<Response>;
  /** The response to what it throws; JSON of the hub's own unless given. */
  respondTo?(error: HubError, requestId: string): Response;
}
