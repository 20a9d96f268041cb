import type { ClientAddress } from "@survey-open-platform/service";
import type { PlatformError } from "../errors.ts";

/** A call of the API that has its response. What a recorder does not keep it does not read. */
export interface RecordableCall {
  /** As the caller sent it; undefined when there was none. Only the response says whether it was proven. */
  readonly appid: string | undefined;
  /** The pattern of the path. */
  readonly route: string;
  readonly requestId: string;
  readonly address: ClientAddress;
}

/** How a call ended. */
export interface CallOutcome {
  /** Undefined when the call was served. */
  readonly error: Pick<PlatformError, "type" | "message"> | undefined;
  readonly milliseconds: number;
  /** When it ended, by `performance.now()`. */
  readonly endedAt: number;
}

/** Takes note of a call for the request log of its application. It does not throw, and nothing waits for it. */
export type CallRecorder = (call: RecordableCall, outcome: CallOutcome) => void;
