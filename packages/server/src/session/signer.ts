import { createHmac, timingSafeEqual } from "node:crypto";
import type { Store } from "../store/store.ts";

/** The name of the key in the database; all nodes share it. */
const keyName = "answering";

/** Signs what a browser keeps for the platform, so that no one can make or change it (HMAC, RFC 2104). */
export class Signer {
  readonly #store: Pick<Store, "readInstallationKey">;

  constructor(store: Pick<Store, "readInstallationKey">) {
    this.#store = store;
  }

  /** @param purpose keeps what was signed for one thing from counting for another */
  async sign(purpose: string, text: string): Promise<string> {
    return `${text}.${await this.#mac(purpose, text)}`;
  }

  /** @returns the text that was signed; undefined when it was not */
  async read(purpose: string, signed: string): Promise<string | undefined> {
    const end = signed.lastIndexOf(".");
    const text = signed.slice(0, Math.max(end, 0));
    const expected = Buffer.from(await this.#mac(purpose, text));
    const given = Buffer.from(signed.slice(end + 1));
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
    return isGenuine ? text : undefined;
  }

  async #mac(purpose: string, text: string): Promise<string> {
    return createHmac("sha256", await this.#store.readInstallationKey(keyName))
      .update(JSON.stringify([purpose, text]))
      .digest("base64url");
  }
}
