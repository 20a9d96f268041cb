import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorStatus } from "../config/settings.ts";
import { ParameterProblem } from "./parameters.ts";

/** A response that is complete but for being sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Sends a response in one write: the length is known. A response that failed half-way can only be cut. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}

/**
 * The headers of every response under `/api/`. No cache may keep it (RFC 6749, section 5.1; RFC 6750, section 5.3),
 * no browser may guess its type or send its address on: the query holds a token (RFC 6750, section 2.3).
 * There is no CORS header on purpose, tokens do not belong in a browser.
 */
export function apiHeaders(requestId: string): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    Pragma: "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Request-Id": requestId,
  };
}

/** The header by which a caller chooses the HTTP status of its refusals, whatever the setting says. */
export const errorStatusHeader = "X-Error-Status";

/** What it can be. */
export const errorStatuses = ["ok", "semantic"] as const satisfies readonly ErrorStatus[];

/** What a caller asks for. @returns undefined when it asks for nothing, or for nothing that there is */
export function askedErrorStatus({ headers }: IncomingMessage): ErrorStatus | undefined {
  const asked = headers["x-error-status"];
  return asked === undefined ? undefined : errorStatuses.find((one) => one === asked);
}

/** Refuses a header that has no effect: who misspells it would take each refusal for a success. @throws `ParameterProblem` */
export function checkAskedErrorStatus(request: IncomingMessage): void {
  if (request.headers["x-error-status"] !== undefined && askedErrorStatus(request) === undefined)
    throw new ParameterProblem(errorStatusHeader, `must be ${errorStatuses.join(" or ")}`);
}
