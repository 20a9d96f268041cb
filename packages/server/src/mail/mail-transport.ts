import { createTransport } from "nodemailer";
import type { MailSettings } from "../config/read-mail-settings.ts";
import { statusIn } from "../model/bounce.ts";
import type { MailOutcome } from "../store/mail/mail-outbox.ts";

/** Within this time a mail is handed over; shorter than the lease of a mail. */
export const handOverMilliseconds = 60_000;

/** Longest silence of the server at any step. */
const silenceMilliseconds = 20_000;

/** A mail, complete. */
export interface OutgoingMail {
  /** The part of the Message-ID before the @. */
  readonly messageId: string;
  readonly to: string;
  /** Where it comes back to when it cannot be delivered; "" for the sender. */
  readonly returnTo: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where one click unsubscribes (RFC 8058); undefined for a security notice. */
  readonly unsubscribeUrl: string | undefined;
}

/** Hands mails to the mail server, each on a connection of its own. */
export interface MailTransport {
  /** The outcome for a mail, without its number of attempts. @throws the signal's reason when it is aborted */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<MailResult>;
  /** Connects and signs in, and sends nothing. @throws what kept it from that */
  verify(): Promise<void>;
}

/** A {@link MailOutcome} before it is known when the next attempt is. */
export type MailResult =
  | Exclude<MailOutcome, { readonly kind: "later" }>
  | { readonly kind: "later"; readonly problem: string };

/** Makes what hands mails over. Neither files nor addresses can get into a mail, whatever is in its texts. */
export function createMailTransport(settings: TransportSettings): MailTransport {
  const { from } = settings;
  const domain = domainOf(from);
  const transporter = createTransport(optionsOf(settings));
  return {
    async send(mail, signal) {
      const deadline = AbortSignal.timeout(handOverMilliseconds);
      try {
        await transporter.sendMail({
          ...messageOf(mail, domain),
          from: { name: from.name, address: from.address },
          envelope: { from: mail.returnTo || from.address, to: mail.to },
          signal: AbortSignal.any([signal, deadline]),
        });
        return { kind: "accepted" };
      } catch (error) {
        signal.throwIfAborted();
        return resultOf(error);
      }
    },
    async verify() {
      await transporter.verify();
    },
  };
}

type TransportSettings = Pick<MailSettings, "server" | "from" | "dkim">;

function domainOf({ address }: MailSettings["from"]): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

function optionsOf({ server, from, dkim }: TransportSettings) {
  const domain = domainOf(from);
  return {
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    requireTLS: !server.isSecure && !server.isLocal,
    // A server on this machine has a certificate for another name, if any.
    ignoreTLS: server.isLocal && !server.isSecure,
    ...(server.user !== "" && { auth: { user: server.user, pass: server.password } }),
    ...(dkim !== undefined && {
      dkim: { domainName: domain, keySelector: dkim.selector, privateKey: dkim.privateKey },
    }),
    name: domain,
    connectionTimeout: silenceMilliseconds,
    greetingTimeout: silenceMilliseconds,
    socketTimeout: silenceMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The header fields of RFC 3834, section 5, and RFC 8058, section 3.1, beside what every mail has. */
function messageOf({ messageId, to, subject, text, html, unsubscribeUrl }: OutgoingMail, domain: string) {
  return {
    messageId: `<${messageId}@${domain}>`,
    to: { name: "", address: to },
    subject,
    text,
    html,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl !== undefined && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

/** Commands whose refusal is about one mail; any other is about the server, or about how this platform signs in there. */
const aboutOneMail = new Set(["RCPT TO", "DATA"]);

/**
 * What an error means. A reply to `RCPT TO` or to the text is about this mail: for ever with 5xx, for now with 4xx (RFC 5321, section
 * 4.2.1). A connection that breaks once the text was sent leaves open whether the server has it: the mail comes again, under its Message-ID.
 */
function resultOf(error: unknown): MailResult {
  const { code = "", responseCode = 0, command = "", message = "" } = asSmtpError(error);
  const problem = plainLine(message);
  if (code === "EMESSAGE" || (code === "EENVELOPE" && aboutOneMail.has(command)))
    return responseCode >= 500 ? refused(command, problem) : judged(responseCode, problem);
  if (command === "DATA") return { kind: "later", problem };
  return { kind: "server_down", problem };
}

/** A reply to `RCPT TO` is about the address. */
function refused(command: string, problem: string): MailResult {
  const bounceStatus = command === "RCPT TO" ? statusIn(problem) : undefined;
  return { kind: "failed", problem, bounceStatus };
}

/** 421 is about the connection, whatever it replies to. */
function judged(responseCode: number, problem: string): MailResult {
  return responseCode === 421 ? { kind: "server_down", problem } : { kind: "later", problem };
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
  readonly message?: string;
}

function asSmtpError(error: unknown): SmtpError {
  return error instanceof Error ? error : { message: "unknown error" };
}

/** What a server said, without what does harm in a terminal or a page. */
function plainLine(text: string): string {
  return text.replaceAll(/\p{C}+/gu, " ").trim();
}
