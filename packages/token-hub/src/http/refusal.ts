import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { countHeaders, type Refusal, type RefusalStatus } from "@survey-open-platform/service";
import { hubErrors } from "../errors.ts";
import { isPlainTarget } from "./plain-target.ts";
import { jsonHeaders } from "./reply.ts";

/** The response to a request that never reaches an endpoint. */
export function refusal(status: RefusalStatus): Refusal {
  const type = typeFor(status);
  const allow = status === 405 ? { Allow: "GET, POST, DELETE" } : {};
  return {
    headers: {
      ...jsonHeaders,
      ...allow,
      "X-Request-Id": randomUUID(),
    },
    body: JSON.stringify({ error: { type, message: hubErrors[type].says } }),
  };
}

function typeFor(status: RefusalStatus) {
  if (status === 405) return "no_route";
  return status === 500 ? "internal_error" : "invalid_argument";
}

/** What the hub refuses beside what every listener does. */
export function isMalformed({ url = "", rawHeaders }: IncomingMessage): boolean {
  // Node takes the first of several, a proxy in front may take the last (RFC 9110, section 5.3).
  return !isPlainTarget(url) || countHeaders("authorization", rawHeaders) > 1;
}
