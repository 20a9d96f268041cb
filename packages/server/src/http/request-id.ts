import { randomUUID } from "node:crypto";

let newestMoment = 0;
let start = "";

/**
 * Makes the id of a request: a UUID of version 7, which begins with the time in milliseconds (RFC 9562, section 5.7). The
 * ids of one second are beside each other in the index of the request log; of random ones, each line writes a page.
 */
export function makeRequestId(now = Date.now()): string {
  if (now !== newestMoment) {
    newestMoment = now;
    const time = now.toString(16).padStart(12, "0");
    start = `${time.slice(0, 8)}-${time.slice(8)}-7`;
  }
  // Everything behind the digit of the version is random, and the variant is the same.
  return start + randomUUID().slice(start.length);
}
