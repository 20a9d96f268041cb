import { request, type Agent } from "node:http";

/** The envelope of a response under `/api/`. */
export interface Envelope {
  readonly code: string;
  readonly error: { readonly type: string };
  readonly data: Readonly<Record<string, unknown>>;
}

/** There was no response. Unless the connection was refused, the call may have taken effect. */
export interface NoAnswer {
  readonly status: "none";
  readonly reason: string;
  /** Whether the request can have reached a server. */
  readonly isSent: boolean;
}

/** The result of a call. */
export type CallResult = { readonly status: number; readonly body: Envelope } | NoAnswer;

/** The options of a call. */
export interface CallOptions {
  readonly agent?: Agent;
  /** Time limit in milliseconds. Default: 10,000. */
  readonly timeoutMilliseconds?: number;
}

/** Path and query of a call. */
export function pathWithQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** Calls the API once, over one connection, without retries. */
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

/** A response without an envelope counts as none: it does not tell whether the call took effect. */
export function readResult(status: number, text: string): CallResult {
  try {
    const body: unknown = JSON.parse(text);
    if (isEnvelope(body)) return { status, body };
  } catch {
    // No JSON.
  }
  return { status: "none", reason: `status ${status} with a body that is no envelope`, isSent: true };
}

/** Whether it looks like the envelope of every response under `/api/`; other tests check its shape. */
function isEnvelope(body: unknown): body is Envelope {
  return typeof body === "object" && body !== null && "code" in body && "error" in body && "data" in body;
}
