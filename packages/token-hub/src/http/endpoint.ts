import type { HubError } from "../errors.ts";
import type { Reply } from "./reply.ts";

/** A request that was routed. */
export interface HubCall {
  readonly method: string;
  /** The value of the `Authorization` header. */
  readonly authorization: string | undefined;
  /** Path and query exactly as they were sent. */
  readonly target: string;
  /** The parts of the path by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Where the connection comes from, which may be a proxy of ours; undefined where there is no socket. */
  readonly address?: string | undefined;
}

/** A call with the request of `fetch`, whose URL may spell the target differently. */
export interface FetchCall extends HubCall {
  readonly request: Request;
  /** Cuts the connection, for a response that cannot be brought to its end; undefined where there is no socket. */
  readonly cut?: (() => void) | undefined;
}

/** One method and path of the hub, such as `/v1/apps/{appid}/token`. */
export interface Route<Call, Result> {
  readonly method: "GET" | "POST" | "DELETE" | "*";
  /** A last part of `{rest...}` takes all that follows, slashes included, and undecoded. */
  readonly path: string;
  /** What it throws becomes the response: a HubError as it says, anything else as `internal_error`. */
  handle(call: Call): Result | Promise<Result>;
  /** The response to what it throws; JSON of the hub's own unless given. */
  respondTo?(error: HubError, requestId: string): Result;
}

/** Served with the objects of `fetch`: calls with a body, streams and pages. */
export interface FetchEndpoint extends Route<FetchCall, Response> {
  readonly isNative?: false;
}

/** Served on Node's own request and response: calls without a body that are answered in one piece. */
export interface NativeEndpoint extends Route<HubCall, Reply> {
  readonly isNative: true;
}

export type Endpoint = FetchEndpoint | NativeEndpoint;
