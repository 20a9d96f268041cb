import { createHmac, timingSafeEqual } from "node:crypto";
import { mailDomain } from "../model/mail-address.ts";
import { findMessageId } from "../store/mail/mail-bounces.ts";
import type { Store } from "../store/store.ts";

/** The name of the key with which these addresses are sealed. */
const keyName = "bounce-addresses";

/** Makes and reads the addresses that mails come back to. Each names its mail, and proves that the platform wrote to its receiver. */
export class BounceAddresses {
  readonly #store: Store;
  readonly #address: string;

  /** @param address that of the settings; "" for none */
  constructor(store: Store, address: string) {
    this.#store = store;
    this.#address = address;
  }

  /** @returns "" without an address in the settings */
  async addressOf(mail: { readonly id: number; readonly messageId: string }): Promise<string> {
    if (this.#address === "") return "";
    return withToken(this.#address, `${mail.id}-${await this.#seal(mail)}`);
  }

  /** The mail that an address in a text was made for. @returns its id, or undefined when the platform made none of them */
  async read(text: string): Promise<number | undefined> {
    for (const [, digits = "", seal = ""] of text.toLowerCase().matchAll(/\+(\d{1,15})-([0-9a-f]{32})@/g)) {
      const id = Number(digits);
      const messageId = await findMessageId(this.#store.reader, id);
      if (messageId === undefined) continue;
      const expected = await this.#seal({ id, messageId });
      if (timingSafeEqual(Buffer.from(seal), Buffer.from(expected))) return id;
    }
    return undefined;
  }

  /** 128 bits in small letters: mail servers may change the case of an address. */
  async #seal({ id, messageId }: { readonly id: number; readonly messageId: string }): Promise<string> {
    return createHmac("sha256", await this.#store.readInstallationKey(keyName))
      .update(`${id}.${messageId}`)
      .digest("hex")
      .slice(0, 32);
  }
}

/** The address with a token (RFC 5233, section 1: the part after the + is a detail of one mailbox). */
export function withToken(address: string, token: string): string {
  const domain = mailDomain(address);
  return `${address.slice(0, -domain.length - 1)}+${token}@${domain}`;
}
