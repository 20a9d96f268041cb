/** Why an address takes no mail, as far as its mail server says. */
export type BounceReason =
  | "no_mailbox"
  | "mailbox_full"
  | "mailbox_closed"
  | "unreachable"
  | "refused"
  | "other";

/** Status codes (RFC 3463, section 3) by their beginning; the first that fits counts. */
const reasons: readonly (readonly [string, BounceReason])[] = [
  // The address of the sender is at fault.
  ["5.1.7", "refused"],
  ["5.1.8", "refused"],
  ["5.1.", "no_mailbox"],
  ["5.2.2", "mailbox_full"],
  ["5.2.", "mailbox_closed"],
  ["5.4.", "unreachable"],
  ["5.7.", "refused"],
];

/** What a status code such as 5.1.1 says of an address. */
export function bounceReason(status: string): BounceReason {
  return reasons.find(([beginning]) => status.startsWith(beginning))?.[1] ?? "other";
}

/** The code for a refusal without one (RFC 3463, section 3.1). */
const undefinedStatus = "5.0.0";

/** The status code in what a server said. */
export function statusIn(text: string): string {
  return /\b5\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? undefinedStatus;
}
