import type { AddressInfo } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";

/** The most mails that the mailbox keeps; the oldest goes first. */
const mostMails = 100;
/** A longer mail is none of this platform. */
const mailBytes = 1024 * 1024;

/** A mail in the mailbox of the demo. */
export interface DemoMail {
  readonly number: number;
  readonly to: string;
  readonly subject: string;
  readonly at: number;
  readonly text: string;
}

/** Where every mail of the demo arrives, for any receiver. */
export interface DemoMailbox {
  /** The address of its mail server, which only this machine reaches. */
  readonly url: string;
  /** The newest first. */
  mails(): readonly DemoMail[];
}

/** Starts the mail server of the demo. What it takes is kept in memory, and gone when the process ends. */
export async function startDemoMailbox(): Promise<DemoMailbox> {
  const mails: DemoMail[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    size: mailBytes,
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map(({ address }) => address).join(", ");
      simpleParser(stream, (error: unknown, { subject = "", text = "" }) => {
        if (error instanceof Error) return done(error);
        count += 1;
        mails.unshift({ number: count, to, subject, at: Date.now(), text });
        mails.length = Math.min(mails.length, mostMails);
        return done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  // The process may end while it listens.
  server.server.unref();
  // It listens on a port, so its address is no path.
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails: () => mails };
}
