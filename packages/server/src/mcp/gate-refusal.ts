import type { PlatformError } from "../errors.ts";
import { toPlatformError } from "../http/error-reply.ts";
import type { Reply } from "../http/send-reply.ts";

/** A refusal before the protocol begins. */
export class GateRefusal extends Error {
  override readonly name = "GateRefusal";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: PlatformError;
  #reply: Reply | undefined;

  constructor(error: PlatformError, status: number, headers: Readonly<Record<string, string>> = {}) {
    super(error.message);
    this.error = error;
    this.status = status;
    this.headers = headers;
  }

  /** What is sent; written once, as most refusals are the same few. */
  get reply(): Reply {
    return (this.#reply ??= refusalReply(this));
  }
}

/** The refusal of whatever was thrown. */
export function refusalOf(thrown: unknown): GateRefusal {
  if (thrown instanceof GateRefusal) return thrown;
  const error = toPlatformError(thrown);
  const retryAfter = error.type === "storage_unavailable" ? { "Retry-After": "1" } : undefined;
  return new GateRefusal(error, statusOf(error), retryAfter);
}

function statusOf({ type }: PlatformError): number {
  if (type === "storage_unavailable") return 503;
  return type === "internal_error" ? 500 : 403;
}

/** An error of JSON-RPC without the id of a request: it was not read, or not let in. */
function refusalReply({ status, headers, error }: GateRefusal): Reply {
  const message = status === 500 ? "Internal error" : error.message;
  const body = { jsonrpc: "2.0", id: null, error: { code: status === 500 ? -32603 : -32000, message } };
  return { status, headers: { ...refusalHeaders, ...headers }, body: JSON.stringify(body) };
}

const refusalHeaders = { "Content-Type": "application/json", "Cache-Control": "no-store" } as const;
