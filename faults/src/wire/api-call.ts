import { request, type Agent } from "node:http";

/** The envelope of an answer under `/api/`. */
export interface Envelope {
  readonly code: string;
  readonly error: { readonly type: string };
  readonly data: Readonly<Record<string, unknown>>;
}

/** There was no answer. Unless nobody took the connection, nobody knows whether the call was done. */
export interface NoAnswer {
  readonly status: "none";
  readonly reason: string;
  /** Whether anything can have reached a server. */
  readonly isSent: boolean;
}

/** What became of a call. */
export type CallResult = { readonly status: number; readonly body: Envelope } | NoAnswer;

/** What a call goes through. */
export interface CallOptions {
  readonly agent?: Agent;
  /** After how long a caller gives up waiting. Default: 10,000. */
  readonly timeoutMilliseconds?: number;
}

/** Path and query of a call. */
export function pathWithQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** Calls the API once, over one connection, without ever trying again. */
export function callApi(url: string, path: string, options: CallOptions = {}): Promise<CallResult> {
  const { agent, timeoutMilliseconds = 10_000 } = options;
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ status: "none", reason: error.message, isSent: error.code !== "ECONNREFUSED" });
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const call = request(`${url}${path}`, { signal, ...(agent === undefined ? {} : { agent }) }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (chunk: string) => (text += chunk));
      reply.once("error", fail);
      reply.once("end", () => resolve(readResult(reply.statusCode ?? 0, text)));
    });
    call.once("error", fail);
    call.end();
  });
}

/** An answer that is no envelope counts as none: it says nothing about what was done. */
export function readResult(status: number, text: string): CallResult {
  try {
    const body: unknown = JSON.parse(text);
    if (isEnvelope(body)) return { status, body };
  } catch {
    // No JSON.
  }
  return { status: "none", reason: `status ${status} with a body that is no envelope`, isSent: true };
}

/** Whether it looks like the envelope that every answer under `/api/` has; tests of its own hold its shape. */
function isEnvelope(body: unknown): body is Envelope {
  return typeof body === "object" && body !== null && "code" in body && "error" in body && "data" in body;
}
