import type { ReadRequest } from "@survey-open-platform/database";
import type { ErrorStatus } from "../config/settings.ts";
import type { CallLimits } from "./call-limits.ts";
import type { CallRecorder } from "./call-recorder.ts";
import type { EmptyPages } from "./empty-pages.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { RefusalThrottle } from "./refusal-throttle.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { ThrottledAddresses } from "./throttled-addresses.ts";

/** What all endpoints are served with. */
export interface ApiDependencies {
  readonly errorStatus: ErrorStatus;
  readonly trustedProxies: number;
  readonly observe: RequestObserver;
  /** Takes note of each call for the request log. */
  readonly record: CallRecorder;
  /** Delays the responses to an address that is refused again and again. */
  readonly throttle: RefusalThrottle;
  /** Limits the data calls of each application. */
  readonly limits: CallLimits;
  readonly throttled: ThrottledAddresses;
  /** Limits how often a caller gets the same empty page of a list. */
  readonly emptyPages: EmptyPages;
  /** Limits how many responses of a caller are sent while they are read. */
  readonly streams: OpenStreams;
  /** Where the metadata of the API are; undefined while bearer tokens are not served. */
  readonly resourceMetadata: () => string | undefined;
  /** Runs the steps of a call that only reads. */
  readonly read: (request: ReadRequest<unknown, unknown>) => void;
  /** Whether a path under `/api/` is a page for browsers, and left to those that serve pages. */
  readonly isPage: (path: string) => boolean;
}
