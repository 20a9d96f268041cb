import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";
/** Standard Webhooks asks for 24 to 64 bytes. */
const secretByteCount = 32;

/** Makes the secret of a webhook: `whsec_` and base64. */
export function makeWebhookSecret(): string {
  return secretPrefix + randomBytes(secretByteCount).toString("base64");
}

/** An event on its way to a receiver. */
export interface SignedMessage {
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  /** The bytes that are sent. */
  readonly body: Buffer;
}

/**
 * Signs an event as Standard Webhooks 1.0 says: HMAC-SHA256 of `id.timestamp.body`, in base64, one signature for each secret,
 * separated by spaces.
 *
 * @returns the header `webhook-signature`
 */
export function webhookSignature({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
    return `v1,${digest}`;
  });
  return signatures.join(" ");
}
