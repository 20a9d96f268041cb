import { checkWebhookAddress, receiverKey, type WebhookAddressProblem } from "../model/webhook-address.ts";
import type { OpenedReceivers } from "../model/opened-receivers.ts";
import type { CheckedAddress } from "../store/webhooks/change-webhook.ts";
import { mayReceive } from "./check-receiver.ts";

/**
 * Checks an address that a person entered. The name of one that events are to be sent to is resolved as well.
 *
 * @returns what is stored of it, or what is wrong with it
 */
export async function readAddress(
  text: string,
  opened: OpenedReceivers,
  isActive: boolean,
): Promise<CheckedAddress | { readonly problem: WebhookAddressProblem }> {
  const checked = checkWebhookAddress(text.trim(), opened);
  if ("problem" in checked) return checked;
  const { url, receiver } = checked;
  if (isActive && !(await mayReceive(receiver, { opened }))) return { problem: "internal" };
  return { url, receiver: receiverKey(receiver) };
}
