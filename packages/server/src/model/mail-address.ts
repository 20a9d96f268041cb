import { domainToASCII } from "node:url";

/** The most characters of an address (RFC 5321, section 4.5.3.1.3, without the brackets). */
export const mailAddressLength = 254;

/** The part before the @ without quotes: no space, comma, bracket or control character can be in it. */
const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainPart = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads one mail address. The part before the @ is plain (RFC 5322, section 3.2.3), so that nothing in it has a meaning in a header; the
 * domain may have letters of any language, and is kept as it is looked up.
 *
 * @returns undefined for anything else
 */
export function parseMailAddress(text: string): string | undefined {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), domainToASCII(text.slice(at + 1))];
  if (at < 1 || local.length > 64 || !localPart.test(local) || !domainPart.test(domain)) return undefined;
  const address = `${local}@${domain}`;
  return address.length > mailAddressLength ? undefined : address;
}

/** Where the mails of an address are counted and refused: upper and lower case are the same mailbox nearly everywhere. */
export function mailAddressKey(address: string): string {
  return address.toLowerCase();
}

/** The domain of an address. */
export function mailDomain(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}
