import { createPrivateKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { runSteps } from "@survey-open-platform/database";
import { SealError, type Sealer } from "@survey-open-platform/service";
import { calculateJwkThumbprint, type JWK } from "jose";
import { z } from "zod";
import type { Store } from "../../store/store.ts";
import {
  addDueSigningKey,
  findSigningKey,
  listSigningKeys,
  needsSigningKey,
  type NewSigningKey,
  type PublishedSigningKey,
  type SigningKeyInUse,
} from "../../store/tokens/signing-key-table.ts";

/** Every library takes it, and OpenID Connect Core, section 15.1, demands it. */
export const signingAlgorithm = "RS256";

const jwk = z.record(z.string(), z.unknown()).transform((key): JWK => key);

/** A signing key was sealed with a key that is not in the key file. */
export class SealedSigningKeyError extends Error {
  override readonly name = "SealedSigningKeyError";
}

/** The keys that sign ID tokens: made when due, published, and opened to sign. */
export class SigningKeys {
  readonly #store: Store;
  readonly #sealer: Sealer | undefined;
  readonly #opened = new Map<string, Promise<KeyObject>>();

  /** @param sealer seals the private halves in the database; without one they are kept as they are */
  constructor(store: Store, sealer: Sealer | undefined) {
    this.#store = store;
    this.#sealer = sealer;
  }

  /** Makes the next key when one is due. */
  async keepFresh(): Promise<void> {
    if (!(await needsSigningKey(this.#store.reader))) return;
    await this.#store.write(addDueSigningKey, await makeSigningKey(this.#sealer));
  }

  /** The published keys (RFC 7517, section 5); the first one is made for who asks first. */
  async published(): Promise<{ readonly keys: readonly JWK[] }> {
    const keys = await this.#list();
    return { keys: keys.map(({ publicKey }) => jwk.parse(JSON.parse(publicKey))) };
  }

  async #list(): Promise<readonly PublishedSigningKey[]> {
    const keys = await listSigningKeys(this.#store.reader);
    if (keys.length > 0) return keys;
    await this.keepFresh();
    return listSigningKeys(this.#store.reader);
  }

  /** The key that signs now, also when there was none; what is signed in a transaction takes the key that it read there. */
  async inUse(): Promise<SigningKeyInUse> {
    await this.keepFresh();
    const key = await runSteps(this.#store.reader, findSigningKey());
    if (key === undefined) throw new Error("no signing key was made");
    return key;
  }

  /** Checks that a key opens, before anything is used up for what it signs. @throws `SealedSigningKeyError` */
  check(key: SigningKeyInUse): void {
    if (!this.#opened.has(key.kid)) textOf(key, this.#sealer);
  }

  /** Opens a key once; its name stands for it and it never changes. @throws `SealedSigningKeyError` */
  open(key: SigningKeyInUse): Promise<KeyObject> {
    const known = this.#opened.get(key.kid);
    if (known !== undefined) return known;
    const opened = openSigningKey(key, this.#sealer);
    this.#opened.set(key.kid, opened);
    opened.catch(() => this.#opened.delete(key.kid));
    return opened;
  }
}

/** Makes a key of 2048 bits, outside of the event loop: it takes a tenth of a second. */
export async function makeSigningKey(sealer: Sealer | undefined): Promise<NewSigningKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const kid = await calculateJwkThumbprint(jwkOf(publicKey));
  const text = JSON.stringify(jwkOf(privateKey));
  return {
    kid,
    publicKey: JSON.stringify({ ...jwkOf(publicKey), kid, alg: signingAlgorithm, use: "sig" }),
    privateKey: sealer === undefined ? text : sealer.seal(text, contextOf(kid)),
    isSealed: sealer !== undefined,
  };
}

function jwkOf(key: KeyObject): JWK {
  return jwk.parse(key.export({ format: "jwk" }));
}

async function openSigningKey(key: SigningKeyInUse, sealer: Sealer | undefined): Promise<KeyObject> {
  return createPrivateKey({ key: jwk.parse(JSON.parse(textOf(key, sealer))), format: "jwk" });
}

/** @throws `SealedSigningKeyError` */
function textOf({ kid, privateKey, isSealed }: SigningKeyInUse, sealer: Sealer | undefined): string {
  if (isSealed === 0) return privateKey;
  if (sealer === undefined)
    throw new SealedSigningKeyError(
      `The signing key ${kid} is sealed: set key-file to the file with the key that it was sealed with`,
    );
  try {
    return sealer.open(privateKey, contextOf(kid));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new SealedSigningKeyError(`The signing key ${kid} does not open: ${error.message}`, {
      cause: error,
    });
  }
}

function contextOf(kid: string): string {
  return `signing_key:${kid}`;
}
