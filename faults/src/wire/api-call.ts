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

/** Path and query of a call. */
export function pathWithQuery(path: string, parameters: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`;
}

/** Calls the API once, without retries. */
export async function callApi(url: string, path: string, timeoutMilliseconds = 10_000): Promise<CallResult> {
  try {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url + path, { signal, redirect: "manual" });
    return readResult(response.status, await response.text());
  } catch (error) {
    const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    return { status: "none", reason: cause?.message ?? message, isSent: cause?.code !== "ECONNREFUSED" };
  }
}

/** A response without an envelope counts as none: it does not tell whether the call took effect. */
function readResult(status: number, text: string): CallResult {
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

/** A fault cut a call off before its response: it may have taken effect or not. */
export class CutOffError extends Error {
  override readonly name = "CutOffError";
}

/** Whether a call failed without a response; a refusal would be a bug of the platform. */
export function isCutOff(reason: unknown): boolean {
  return reason instanceof CutOffError || (reason instanceof TypeError && reason.message === "fetch failed");
}
