import { isIP } from "node:net";
import {
  hostWithPort,
  isOpenedAddress,
  isOpenedHost,
  mayConnect,
  type OpenedReceivers,
  type Receiver,
} from "./opened-receivers.ts";
import { isPublicName } from "./public-address.ts";

/** Longest address of a webhook, in characters. */
export const webhookAddressMaximum = 1000;

/** What is wrong with the address of a webhook. */
export type WebhookAddressProblem = "form" | "credentials" | "port" | "internal";

/** An address that events may be sent to, as far as that can be said without resolving its name. */
export interface WebhookAddress {
  readonly url: string;
  readonly receiver: Receiver;
}

const scheme = /^https?:\/\//i;

/** Checks the address of a webhook: public http or https, without credentials and port, and no internal address. */
export function checkWebhookAddress(
  text: string,
  opened: OpenedReceivers,
): WebhookAddress | { readonly problem: WebhookAddressProblem } {
  if (text.length > webhookAddressMaximum || !scheme.test(text) || /[\s\p{C}\\]/u.test(text))
    return { problem: "form" };
  // Programs disagree on what stands before it, so it is refused wherever it is.
  if (text.includes("@")) return { problem: "credentials" };
  if (!URL.canParse(text)) return { problem: "form" };
  const url = new URL(text);
  url.hash = "";
  const receiver = receiverOf(url);
  if (isOpenedHost(receiver, opened) || isOpenedAddress(receiver.host, opened))
    return { url: url.href, receiver };
  if (namesPort(text)) return { problem: "port" };
  if (!mayBePublic(receiver, opened)) return { problem: "internal" };
  return { url: url.href, receiver };
}

/** The host and port of an address. */
export function receiverOf({ hostname, port, protocol }: URL): Receiver {
  const host = hostname.replaceAll(/[[\]]/g, "").replace(/\.$/, "");
  const defaultPort = protocol === "https:" ? 443 : 80;
  return { host, port: port === "" ? defaultPort : Number(port), isDefaultPort: port === "" };
}

/** What the deliveries to a receiver are counted by. */
export function receiverKey(receiver: Receiver): string {
  return hostWithPort(receiver);
}

/** Also a default one that is written out. */
function namesPort(text: string): boolean {
  const [authority = ""] = text.replace(scheme, "").split(/[/?#]/, 1);
  return authority.replace(/^\[[^\]]*\]/, "").includes(":");
}

function mayBePublic(receiver: Receiver, opened: OpenedReceivers): boolean {
  const { host } = receiver;
  if (isIP(host) !== 0) return mayConnect(receiver, host, opened);
  return isPublicName(host);
}
