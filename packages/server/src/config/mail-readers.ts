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

const example = "must be none, or an address such as smtps://user@smtp.example:465 or smtp://127.0.0.1:25";

/** @throws Error that says what the text must be; it repeats nothing of it, as there may be a password in it */
export function mailServer(text: string): MailServer | undefined {
  if (text === "none") return undefined;
  if (!/^smtps?:\/\/./.test(text) || !URL.canParse(text)) throw new Error(example);
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  if (hostname === "" || !["", "/"].includes(pathname) || search !== "" || hash !== "")
    throw new Error(example);
  const isSecure = protocol === "smtps:";
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return {
    host,
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    isLocal: isLoopbackHost(host),
    user: decoded(username),
    password: decoded(password),
  };
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

/** The selector of a DKIM key: labels of a domain (RFC 6376, section 3.1). @throws Error that says what the text must be */
export function dkimSelector(text: string): string {
  if (/^[a-z\d](?:[a-z\d.-]{0,61}[a-z\d])?$/i.test(text)) return text;
  throw new Error("must be a label of a domain, such as sop");
}
