import { PageError } from "../pages/page-error.ts";
import type { PageRequest } from "./page-request.ts";

/**
 * Refuses requests that no user made, for pages that a GET changes something with: HEAD, which the framework would serve
 * like GET, and a prefetch by the browser. A browser discards a failed prefetch and sends the request again when the user
 * follows the link.
 */
export function refusePrefetch({ context: { req } }: PageRequest): void {
  if (req.method !== "GET") throw new PageError("method_not_allowed", { status: 405, allow: "GET" });
  const purposes = ["sec-purpose", "purpose", "x-moz", "x-purpose"].map((name) => req.header(name) ?? "");
  if (purposes.some((purpose) => /^(?:prefetch|preview)\b/.test(purpose))) {
    throw new PageError("method_not_allowed", { status: 403 });
  }
}
