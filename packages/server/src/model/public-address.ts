import ipaddr from "ipaddr.js";

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** The NAT64 prefix that every network may use, RFC 6052, section 2.1. */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
/** The part of IPv6 that is handed out for public use, RFC 4291, section 2.4, and its registry. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * The address that a connection to an IP address reaches: IPv4 addresses that IPv6 has room for (RFC 4291, section 2.5.5.2, and RFC 6052)
 * become what they stand for.
 *
 * @param text an IP address
 * @returns undefined when it is none, or has a zone
 */
export function reachedAddress(text: string): IpAddress | undefined {
  if (!ipaddr.isValid(text) || text.includes("%")) return undefined;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(nat64)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

/** Whether an address is one of the public internet: none of this machine, of a private network, or for a special purpose (RFC 6890). */
export function isPublicAddress(text: string): boolean {
  const address = reachedAddress(text);
  if (address === undefined || address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}
