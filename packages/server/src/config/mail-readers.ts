import { isLoopbackHost } from "@survey-open-platform/service";
import { parseMailAddress } from "../model/mail-address.ts";

/** Where mails are handed to. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Whether TLS begins with the connection; otherwise STARTTLS is required, see {@link isLocal}. */
  readonly isSecure: boolean;
  /** On this machine a connection need not be encrypted. */
  readonly isLocal: boolean;
  /** "" to send without signing in. */
  readonly user: string;
  readonly password: string;
}

/** Who mails are from. */
export interface MailSender {
  readonly name: string;
  readonly address: string;
}

/** A folder of a mailbox, read over IMAP. */
export interface ImapMailbox extends MailServer {
  readonly folder: string;
}

const example = "must be none, or an address such as smtps://user@smtp.example:465 or smtp://127.0.0.1:25";

/** @throws Error that says what the text must be; it repeats nothing of it, as there may be a password in it */
export function mailServer(text: string): MailServer | undefined {
  if (text === "none") return undefined;
  const { url, server } = serverIn(text, { scheme: "smtp", ports: [465, 587], example });
  if (!["", "/"].includes(url.pathname)) throw new Error(example);
  return server;
}

const mailboxExample =
  "must be an address such as imaps://user@imap.example/Bounces or imap://user@127.0.0.1:143";

/** @throws Error that says what the text must be; it repeats nothing of it, as there may be a password in it */
export function bounceMailbox(text: string): ImapMailbox | undefined {
  if (text === "") return undefined;
  const { url, server } = serverIn(text, { scheme: "imap", ports: [993, 143], example: mailboxExample });
  if (server.user === "") throw new Error(mailboxExample);
  return { ...server, folder: decoded(url.pathname.slice(1)) || "INBOX" };
}

interface ServerSyntax {
  readonly scheme: string;
  /** With TLS from the beginning, and with STARTTLS. */
  readonly ports: readonly [number, number];
  readonly example: string;
}

function serverIn(text: string, { scheme, ports, example: wrong }: ServerSyntax) {
  if (!new RegExp(`^${scheme}s?://.`).test(text) || !URL.canParse(text)) throw new Error(wrong);
  const url = new URL(text);
  const { protocol, hostname, port, username, password, search, hash } = url;
  if (hostname === "" || search !== "" || hash !== "") throw new Error(wrong);
  const isSecure = protocol === `${scheme}s:`;
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const server: MailServer = {
    host,
    port: port === "" ? ports[isSecure ? 0 : 1] : Number(port),
    isSecure,
    isLocal: isLoopbackHost(host),
    user: decoded(username),
    password: decoded(password),
  };
  return { url, server };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("has a user or password with a % that encodes nothing; write it as %25");
  }
}

/** @throws Error that says what the text must be */
export function mailSender(text: string): MailSender | undefined {
  if (text === "") return undefined;
  const [, name = "", inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? [];
  const address = parseMailAddress((inBrackets ?? text).trim());
  if (address === undefined || /[\p{C}"\\]/u.test(name))
    throw new Error("must be an address, or a name and an address such as Surveys <surveys@survey.example>");
  return { name: name.trim(), address };
}

/** Characters before the @ beside which a token has room (RFC 5321, section 4.5.3.1.1). */
const bounceNameLength = 15;

/** @throws Error that says what the text must be */
export function bounceAddress(text: string): string {
  if (text === "") return "";
  const address = parseMailAddress(text);
  if (address !== undefined && address.lastIndexOf("@") <= bounceNameLength) return address;
  throw new Error(
    `must be an address with at most ${bounceNameLength} characters before the @, such as bounces@survey.example`,
  );
}

/** The selector of a DKIM key: labels of a domain (RFC 6376, section 3.1). @throws Error that says what the text must be */
export function dkimSelector(text: string): string {
  if (/^[a-z\d](?:[a-z\d.-]{0,61}[a-z\d])?$/i.test(text)) return text;
  throw new Error("must be a label of a domain, such as sop");
}
