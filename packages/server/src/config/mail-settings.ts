import {
  bounceAddress,
  bounceMailbox,
  dkimSelector,
  type ImapMailbox,
  type MailSender,
  type MailServer,
  mailSender,
  mailServer,
} from "./mail-readers.ts";
import { setting } from "./setting.ts";
import { integer, withoutPassword } from "./setting-readers.ts";

/** Settings of mail. */
export const mailSettings = {
  mail: setting<MailServer | undefined>({
    flag: "mail",
    default: "none",
    unit: "none, address",
    description:
      "Mail server that mails are handed to, such as smtps://user@smtp.example:465. With smtp:// the connection has to be encrypted by STARTTLS, except on this machine. Needs mail-from and the public origin of the pages (auth-url). none: no mail is sent, and pages show links to copy.",
    read: mailServer,
    shown: withoutPassword,
  }),
  mailPasswordFile: setting({
    flag: "mail-password-file",
    default: "",
    unit: "file path",
    description:
      "File with the password at the mail server, if its address has a user. Empty: the password is in the address, which then belongs in the variable.",
    read: (text) => text,
  }),
  mailFrom: setting<MailSender | undefined>({
    flag: "mail-from",
    default: "",
    unit: "address",
    description:
      "Sender of mails: an address, or a name and an address, such as Surveys <surveys@survey.example>.",
    read: mailSender,
  }),
  mailDkimKeyFile: setting({
    flag: "mail-dkim-key-file",
    default: "",
    unit: "file path",
    description:
      "File with the private key (PEM) that signs mails by DKIM (RFC 6376), for the domain of the sender. Empty: mails are not signed here; many mail servers sign them.",
    read: (text) => text,
  }),
  mailDkimSelector: setting({
    flag: "mail-dkim-selector",
    default: "sop",
    unit: "label of a domain",
    description:
      "Selector of the DKIM key: its public half is in the TXT record SELECTOR._domainkey of the sender's domain.",
    read: dkimSelector,
  }),
  mailBounces: setting({
    flag: "mail-bounces",
    default: "",
    unit: "address",
    description:
      "Address that mails which cannot be delivered come back to, such as bounces@survey.example. Each mail has one of its own, bounces+TOKEN@survey.example, so all of them must arrive in one mailbox. Empty: they come back to the sender.",
    read: bounceAddress,
  }),
  mailBouncesImap: setting<ImapMailbox | undefined>({
    flag: "mail-bounces-imap",
    default: "",
    unit: "address",
    description:
      "Mailbox of mail-bounces, read over IMAP, such as imaps://user@imap.example/Bounces; without a folder INBOX. With imap:// the connection has to be encrypted by STARTTLS, except on this machine. What was read is marked as read. Empty: only refusals of the mail server count.",
    read: bounceMailbox,
    shown: withoutPassword,
  }),
  mailBouncesImapPasswordFile: setting({
    flag: "mail-bounces-imap-password-file",
    default: "",
    unit: "file path",
    description:
      "File with the password at mail-bounces-imap. Empty: the password is in the address, which then belongs in the variable.",
    read: (text) => text,
  }),
  mailPerMinute: setting({
    flag: "mail-per-minute",
    default: "60",
    unit: "mails per minute",
    description: "Mails that all nodes together hand to the mail server within a minute.",
    read: integer(1, 100_000),
  }),
} as const;
