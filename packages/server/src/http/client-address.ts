import type { HttpBindings } from "@hono/node-server";

/**
 * The network address of the caller. Behind `trustedProxies` proxies of one's own it is the entry that the
 * outermost of them has written into `X-Forwarded-For`; anything further left is the caller's own invention.
 *
 * @param bindings the connection behind the request; a test that hands one straight over has none
 */
export function clientAddress(
  request: Request,
  bindings: Partial<HttpBindings> | undefined,
  trustedProxies: number,
): string {
  const direct = bindings?.incoming?.socket.remoteAddress ?? "local";
  if (trustedProxies === 0) return direct;
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-trustedProxies) || direct;
}
