import { BlockList, isIP } from "node:net";

/** Most networks that an application may name. */
export const networkListMaximum = 50;

/** Whether a text is a network in CIDR notation, or a single address: `203.0.113.0/24`, `2001:db8::/32`, `192.0.2.7`. */
export function isNetwork(text: string): boolean {
  const [, address = "", prefix] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && (prefix === undefined || Number(prefix) <= (version === 4 ? 32 : 128));
}

/**
 * Whether an address is in one of the networks.
 *
 * @param networks one per line, each {@link isNetwork}; "" for every address
 * @param address in its normal form; anything that is no IP address, as on a Unix socket, is in no network
 */
export function isInNetworks(networks: string, address: string): boolean {
  if (networks === "") return true;
  const family = familyOf(address);
  if (family === undefined) return false;
  const list = new BlockList();
  for (const network of networks.split("\n")) addNetwork(list, network, family);
  return list.check(address, family);
}

/** Leaves out networks of the other version: the list would take `::/0` for the IPv4 addresses that IPv6 has room for. */
function addNetwork(list: BlockList, network: string, family: Family): void {
  const [address = "", prefix] = network.split("/", 2);
  if (familyOf(address) !== family) return;
  list.addSubnet(address, prefix === undefined ? bitsOf[family] : Number(prefix), family);
}

const bitsOf = { ipv4: 32, ipv6: 128 } as const;

type Family = keyof typeof bitsOf;

function familyOf(address: string): Family | undefined {
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? "ipv4" : "ipv6";
}
