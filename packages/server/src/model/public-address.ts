import ipaddr from "ipaddr.js";

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** The NAT64 prefix that every network may use, RFC 6052, section 2.1. */
const nat64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
/** The part of IPv6 that is handed out for public use, RFC 4291, section 2.4, and its registry. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
/** Within it: protocol assignments such as Teredo (RFC 2928), 6to4 (RFC 3056), documentation (RFC 3849 and 9637). */
const specialIpv6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map((network) =>
  ipaddr.IPv6.parseCIDR(network),
);
/**
 * Addresses that look public, and lead into the network of a cloud from a machine in it: no receiver of webhooks is there, and
 * some reveal credentials of the machine. Other clouds have theirs at link-local, shared or unique local addresses.
 */
const insideClouds = [
  // Azure: the platform of a virtual machine (WireServer), DNS and health.
  "168.63.129.16/32",
  // Google Cloud: its interfaces for machines without a public address.
  "199.36.153.4/30",
  "199.36.153.8/30",
  // IBM Cloud: services of the infrastructure and of the cloud.
  "161.26.0.0/16",
  "166.8.0.0/14",
].map((network) => ipaddr.IPv4.parseCIDR(network));

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
  if (address instanceof ipaddr.IPv4) return !insideClouds.some((network) => address.match(network));
  return (
    address.match(globalUnicast) &&
    !specialIpv6.some((network) => address.match(network)) &&
    !isIsatap(address)
  );
}

/** Whether an address ends with an IPv4 address of a site to which packets are tunnelled, RFC 5214, section 6.1. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [first = 0, second] = address.parts.slice(4);
  return (first === 0 || first === 0x02_00) && second === 0x5e_fe;
}

/** Names of RFC 6761, section 6.3, RFC 6762, and the one that ICANN reserves for private use. */
const privateNames = /(?:^|\.)(?:localhost|local|internal)$/;

/** Whether a host, in lower case and no IP address, may be a name of the public internet. */
export function isPublicName(host: string): boolean {
  return host.includes(".") && !privateNames.test(host);
}
