import { toBase64Url } from "../encoding/base64url.ts";
import { sign } from "../state/hmac.ts";
import type { HubCaller } from "./hub.ts";

/** Name of the way in which requests are signed, in `Authorization` and in `WWW-Authenticate`. */
export const signatureScheme = "SOP-HMAC-SHA256";
const nonceBytes = 18;

/** A request to a hub, as far as its signature covers it. */
export interface HubRequestToSign {
  /** In capitals. */
  readonly method: string;
  /** Path and query exactly as the hub gets to see them, from `/` on. */
  readonly target: string;
  /** Text of the body; none unless given. */
  readonly body?: string | undefined;
  /** Seconds since 1970 on the hub's clock. */
  readonly time: number;
}

/**
 * The `Authorization` header of one request to a hub: an HMAC over method, path, query, body, time and a nonce.
 * It is good once and for a minute. `fromHub` and `fromHubProxy` do this; here it is for other calls of a hub.
 *
 * @example
 * ```ts
 * import { signHubRequest } from "@survey-open-platform/sdk";
 *
 * const caller = { callerId: "hubc_1", callerSecret: process.env["CALLER_SECRET"] ?? "" };
 * const target = "/v1/apps/my_team/token";
 * const time = Math.floor(Date.now() / 1000);
 * export const authorization = await signHubRequest(caller, { method: "GET", target, time });
 * ```
 */
export async function signHubRequest(
  { callerId, callerSecret }: Pick<HubCaller, "callerId" | "callerSecret">,
  { method, target, body = "", time }: HubRequestToSign,
): Promise<string> {
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(nonceBytes)));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  const signed = [signatureScheme, time, nonce, method, target, toBase64Url(new Uint8Array(digest))].join(
    "\n",
  );
  const signature = toBase64Url(await sign(callerSecret, signed));
  return `${signatureScheme} caller=${callerId}, time=${time}, nonce=${nonce}, signature=${signature}`;
}
