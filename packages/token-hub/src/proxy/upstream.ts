import type { Fetch } from "@survey-open-platform/sdk";

/** A call of the proxy's to the platform. */
export interface UpstreamRequest {
  /** With the token in it. */
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
  /** Ends it, the reading of its answer included. */
  readonly signal: AbortSignal;
}

/** The head of an answer, and the body as it is read. */
export interface UpstreamAnswer {
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
 * Sends a call and resolves with the head of its answer. No redirect is followed.
 *
 * @throws Error with a system's `code` when the platform cannot be reached; what it says may quote the address
 */
export type Upstream = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

/** Calls over a `fetch` that somebody brings along. */
export function fetchUpstream(fetch: Fetch): Upstream {
  return async ({ url, method, headers, body, signal }) => {
    const init: RequestInit = { method, headers, redirect: "manual", signal };
    const answer = await fetch(url, body === undefined ? init : { ...init, body, duplex: "half" });
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    return {
      status: answer.status,
      header: (name) => answer.headers.get(name),
      readAll: async () => Buffer.from(await answer.arrayBuffer()),
      async read() {
        reader ??= answer.body?.getReader();
        return (await reader?.read())?.value;
      },
      cancel: () => void (reader?.cancel() ?? answer.body?.cancel())?.catch(() => undefined),
    };
  };
}
