import type { Fetch } from "@survey-open-platform/sdk";

/** A call of the proxy's to the platform. */
export interface UpstreamRequest {
  /** With the token in it. */
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
  /** Ends it, the reading of its response included. */
  readonly signal: AbortSignal;
}

/** The head of a response, and the body as it is read. */
export interface UpstreamResponse {
  readonly status: number;
  header(name: string): string | null;
  /** Reads the whole body. Instead of, not after {@link read}. */
  readAll(): Promise<Buffer>;
  /** The next piece of the body; undefined after the last one. */
  read(): Promise<Uint8Array | undefined>;
  /** Gives up what was not read. */
  cancel(): void;
}

/**
 * Sends a call and resolves with the head of its response. No redirect is followed.
 *
 * @throws Error with a system's `code` when the platform cannot be reached; what it says may quote the address
 */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamResponse>;

/** Calls over a given `fetch`. */
export function fetchUpstream(fetch: Fetch): Upstream {
  return async ({ url, method, headers, body, signal }) => {
    const init: RequestInit = { method, headers, redirect: "manual", signal };
    const response = await fetch(url, body === undefined ? init : { ...init, body, duplex: "half" });
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      readAll: async () => Buffer.from(await response.arrayBuffer()),
      async read() {
        reader ??= response.body?.getReader();
        return (await reader?.read())?.value;
      },
      cancel: () => void (reader?.cancel() ?? response.body?.cancel())?.catch(() => undefined),
    };
  };
}
