import { isIP } from "node:net";
import type { StatusCall } from "./status-request.ts";

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const loopbackAddress = /^(127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/;
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Whether a browser on this very machine asks, with nothing in between. The host is looked at as well, or a page from
 * elsewhere could point a name of its own at this machine and read along (DNS rebinding).
 */
export function isFromThisMachine({ request, address = "" }: StatusCall): boolean {
  const isDirect = !proxyHeaders.some((name) => request.headers.has(name));
  const { hostname } = new URL(request.url);
  return isDirect && isIP(address) !== 0 && loopbackAddress.test(address) && loopbackName.test(hostname);
}
