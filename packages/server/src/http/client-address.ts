import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** What a context must offer to tell where a request came from. */
type AddressContext = Context<{ Bindings: Partial<HttpBindings> }>;

/**
 * The network address of the caller. Behind `trustedProxies` proxies of one's own it is the entry that the
 * outermost of them has written into `X-Forwarded-For`; anything further left is the caller's own invention.
 */
export function clientAddress(context: AddressContext, trustedProxies: number): string {
  // There is no socket when a test hands a request straight to the application.
  const direct = context.env?.incoming?.socket.remoteAddress ?? "local";
  if (trustedProxies === 0) return direct;
  const hops = (context.req.header("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-trustedProxies) || direct;
}
