import { simpleParser } from "mailparser";

/** What a mail server reports of a mail that it could not deliver. */
export interface DeliveryReport {
  /** The header fields that name whom the report was sent to, as they are. */
  readonly sentTo: string;
  /** The status code, such as 5.1.1 (RFC 3463). */
  readonly status: string;
}

/** Header fields that name a receiver; servers that keep the receiver of the envelope have a field of their own. */
const receiverFields = new Set(["to", "delivered-to", "x-original-to", "envelope-to"]);

/**
 * Reads a delivery status notification (RFC 3464).
 *
 * @returns undefined for any other message, and for one that reports a delay, a delivery, or a failure that is not for ever
 * @throws when the message cannot be read
 */
export async function readDeliveryReport(message: Buffer): Promise<DeliveryReport | undefined> {
  const options = {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
  };
  const { headers, headerLines, attachments } = await simpleParser(message, options);
  const type = headers.get("content-type");
  if (typeof type !== "object" || !("value" in type) || type.value !== "multipart/report") return undefined;
  const part = attachments.find(({ contentType }) => contentType === "message/delivery-status");
  const status = part && failureIn(part.content.toString("latin1"));
  if (status === undefined) return undefined;
  const receivers = headerLines.filter(({ key }) => receiverFields.has(key));
  return { sentTo: receivers.map(({ line }) => line).join("\n"), status };
}

/** The status of the first receiver for whom delivery has failed for ever (RFC 3464, sections 2.3.3 and 2.3.4). */
function failureIn(fields: string): string | undefined {
  for (const receiver of fields.split(/\r?\n[ \t]*\r?\n/)) {
    const [, status] = /^status:[ \t]*(5\.\d{1,3}\.\d{1,3})\b/im.exec(receiver) ?? [];
    if (status !== undefined && /^action:[ \t]*failed\b/im.test(receiver)) return status;
  }
  return undefined;
}
