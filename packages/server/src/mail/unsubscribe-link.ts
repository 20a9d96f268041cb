import { createHmac, timingSafeEqual } from "node:crypto";
import type { Store } from "../store/store.ts";
import type { MailRefusal } from "../store/mail/mail-refusal-table.ts";

/** The name of the key with which links to unsubscribe are sealed. */
const keyName = "unsubscribe-links";

/** Makes and reads the links with which a receiver unsubscribes, without a row for each mail. */
export class UnsubscribeLinks {
  readonly #store: Pick<Store, "readInstallationKey">;

  constructor(store: Pick<Store, "readInstallationKey">) {
    this.#store = store;
  }

  /** The path of a link: the topic, the hash of the address, and what proves that the platform made it. */
  async pathOf(refusal: MailRefusal): Promise<string> {
    return `/mail/unsubscribe/${refusal.topic}.${refusal.addressHash}.${await this.#seal(refusal)}`;
  }

  /** @returns undefined for a link that the platform did not make */
  async read(token: string): Promise<MailRefusal | undefined> {
    const [, topic, addressHash, seal] = /^([\w-]{1,40})\.([\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
    if (topic === undefined || addressHash === undefined || seal === undefined) return undefined;
    const refusal = { topic, addressHash };
    const isOurs = timingSafeEqual(Buffer.from(seal), Buffer.from(await this.#seal(refusal)));
    return isOurs ? refusal : undefined;
  }

  async #seal({ topic, addressHash }: MailRefusal): Promise<string> {
    return createHmac("sha256", await this.#store.readInstallationKey(keyName))
      .update(`${topic}.${addressHash}`)
      .digest("base64url");
  }
}
