import { createSealer, SealError, type Sealer } from "@survey-open-platform/service";
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Store } from "../../store/store.ts";
import { withoutLoopbackPort } from "../../model/redirect-uri.ts";
import type { ClientMetadata } from "./client-metadata.ts";

/** Longest metadata of a registration, as JSON, in bytes. */
export const registrationMaximumBytes = 2048;
/** A registration that no one has consented to is refused once it is older. */
export const registrationMilliseconds = 90 * 86_400_000;
/** Registrations of one such time have the same age: that of its beginning. */
const registrationPeriod = 30 * 86_400_000;

const prefix = "sopi_";
/** Longer than any that is ever issued. */
const longest = 4096;
const context = "client registration";

/** What stands in the client_id of a client that has registered itself. */
export interface RegisteredClient extends ClientMetadata {
  /** In milliseconds UTC; up to 30 days before the client did. */
  readonly registeredAt: number;
}

/**
 * Clients that registered themselves, without a row for any: what they said is in their client_id, compressed and sealed with a
 * key of the installation, so that every node can read it and no one else can make one.
 */
export class RegisteredClients {
  readonly #store: Store;
  #sealer: Sealer | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Makes the client_id of a client. A program that registers itself again, or at another user, or with another port of its machine,
   * is the same client (RFC 7591, section 3.2.1), and not one more in the lists of its users and of administrators.
   *
   * @param now milliseconds UTC
   */
  async seal({ name, redirectUris }: ClientMetadata, now: number): Promise<string> {
    const registeredAt = now - (now % registrationPeriod);
    // Any port is accepted of them (RFC 8252, section 7.3).
    const addresses = new Set(redirectUris.map(withoutLoopbackPort));
    const text = JSON.stringify([registeredAt, name, [...addresses]]);
    const sealer = await this.#installationSealer();
    return prefix + sealer.sealAlike(deflateRawSync(text).toString("base64url"), context);
  }

  /** @returns undefined for a client_id that this installation has not made */
  async open(clientId: string): Promise<RegisteredClient | undefined> {
    if (!isLikeRegistration(clientId) || clientId.length > longest) return undefined;
    const sealer = await this.#installationSealer();
    try {
      const compressed = sealer.open(clientId.slice(prefix.length), context);
      const text = inflateRawSync(Buffer.from(compressed, "base64url")).toString();
      // It was sealed above.
      const [registeredAt, name, redirectUris] = JSON.parse(text) as [number, string, readonly string[]];
      return { registeredAt, name, redirectUris };
    } catch (error) {
      if (error instanceof SealError) return undefined;
      throw error;
    }
  }

  async #installationSealer(): Promise<Sealer> {
    const key = await this.#store.readInstallationKey(context);
    return (this.#sealer ??= createSealer([createHash("sha256").update(`${context}\0${key}`).digest()]));
  }
}

/** Whether a client_id is meant as one that this or another installation made. */
export function isLikeRegistration(clientId: string): boolean {
  return clientId.startsWith(prefix);
}
