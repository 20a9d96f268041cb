import type { AddressInfo, Socket } from "node:net";
import hoodiecrow from "hoodiecrow-imap";
import { onTestFinished } from "vitest";

const folder = "Bounces";

/** A folder on a real IMAP server, for mails that came back. */
export interface BounceMailbox {
  /** With the password. */
  readonly url: string;
  readonly connections: () => number;
  /** Puts a message into it. */
  put(message: string): void;
  /** The flags of all messages, in order. */
  readonly flags: () => readonly (readonly string[])[];
  close(): void;
}

/** Starts an IMAP server at 127.0.0.1 and a free port. It is gone when the test is finished. */
export async function startBounceMailbox(): Promise<BounceMailbox> {
  const server = hoodiecrow({
    storage: { INBOX: {}, "": { separator: "/", folders: { [folder]: {} } } },
    users: { bounces: { password: "secret" } },
  });
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket) => void sockets.add(socket));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = () => {
    server.server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(close);
  // It listens on a port, so its address is no path.
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `imap://bounces:secret@127.0.0.1:${port}/${folder}`,
    connections: () => sockets.size,
    put: (message) => server.appendMessage(folder, [], new Date(), message),
    flags: () => server.getMailbox(folder).messages.map(({ flags }) => flags),
    close,
  };
}

/** A delivery status notification, as mail servers write it (RFC 3464). */
export function deliveryReport(
  to: string,
  { action = "failed", status = "5.1.1", header = "To" } = {},
): string {
  return [
    "From: Mail Delivery System <MAILER-DAEMON@mx.example>",
    `${header}: <${to}>`,
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"',
    "",
    "--=_b",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "I'm sorry to have to inform you that your message could not be delivered.",
    "Action: failed",
    "Status: 5.7.1",
    "",
    "--=_b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    "",
    "Final-Recipient: rfc822; person@mail.example",
    `Action: ${action}`,
    `Status: ${status}`,
    "Diagnostic-Code: smtp; 550 no such user",
    "",
    "--=_b",
    "Content-Type: text/rfc822-headers",
    "",
    "Subject: Lunch",
    "",
    "--=_b--",
    "",
  ].join("\r\n");
}
