import { Resolver } from "node:dns/promises";
import { checkSecretFile } from "@survey-open-platform/service";
import { ConfigError } from "../../../config/read-config.ts";
import { type MailSettings, readMailSettings } from "../../../config/read-mail-settings.ts";
import type { Config } from "../../../config/settings.ts";
import { tryMailbox } from "../../../mail/bounce-mailbox.ts";
import { createMailTransport } from "../../../mail/mail-transport.ts";
import { mailDomain } from "../../../model/mail-address.ts";
import type { Finding } from "./finding.ts";

/** Reads TXT records. @throws when there are none */
export type ReadTxt = (name: string) => Promise<readonly (readonly string[])[]>;

/** Whether mail can be sent, and what a receiver would object to. */
export async function checkMail(
  config: Config,
  readTxt: ReadTxt = readTxtOfSystem,
): Promise<readonly Finding[]> {
  try {
    const settings = readMailSettings(config);
    if (settings === undefined) return [mailIsOff];
    return [
      ...checkMailFile(config.mailPasswordFile, "The password at the mail server is in a file"),
      ...checkMailFile(config.mailDkimKeyFile, "The key that signs mails is in a file"),
      ...checkMailFile(
        config.mailBouncesImapPasswordFile,
        "The password at the mailbox of bounces is in a file",
      ),
      await checkServer(settings),
      ...(await checkBounces(settings)),
      ...(await checkSender(settings, readTxt)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const todo = "Correct the settings of mail; the start would fail.";
    return error.problems.map((says) => ({ level: "error", check: "mail", says, todo }) as const);
  }
}

/** @param path "" for none */
function checkMailFile(path: string, says: string): readonly Finding[] {
  return path === "" ? [] : checkSecretFile(path, "mail-permissions", says);
}

const mailIsOff: Finding = {
  level: "note",
  check: "mail",
  says: "No mail is sent: pages show links to copy, and users who forgot their password ask an administrator.",
  todo: "Set SOP_MAIL and SOP_MAIL_FROM to send mail.",
};

async function checkServer(settings: MailSettings): Promise<Finding> {
  const { host, port } = settings.server;
  try {
    await createMailTransport(settings).verify();
    return {
      level: "ok",
      check: "mail",
      says: `The mail server ${host}:${port} takes mails from this platform.`,
    };
  } catch (error) {
    return {
      level: "error",
      check: "mail",
      says: `The mail server ${host}:${port} cannot be used: ${error instanceof Error ? error.message : "unknown error"}. Mails wait.`,
      todo: "Check SOP_MAIL, its user and password, and the way from this machine to the server.",
    };
  }
}

/** Whether mails that come back can be read. */
async function checkBounces({ bounceMailbox: mailbox }: MailSettings): Promise<readonly Finding[]> {
  if (mailbox === undefined) return [];
  const named = `The mailbox of mails that come back, ${mailbox.folder} at ${mailbox.host}:${mailbox.port},`;
  const tried = await tryMailbox(mailbox);
  if ("unread" in tried) return [{ level: "ok", check: "mail-bounces", says: `${named} can be read.` }];
  return [
    {
      level: "error",
      check: "mail-bounces",
      says: `${named} cannot be read: ${tried.problem}. Addresses that take no mail are written to again.`,
      todo: "Check SOP_MAIL_BOUNCES_IMAP, its user, password and folder.",
    },
  ];
}

/** What receivers look up of a sender: SPF (RFC 7208) and DMARC (RFC 7489). Mail to this machine goes nowhere else. */
async function checkSender(
  { server, from, bounces }: MailSettings,
  readTxt: ReadTxt,
): Promise<readonly Finding[]> {
  const domain = mailDomain(from.address);
  const ofUser = server.user.includes("@") ? mailDomain(server.user).toLowerCase() : domain;
  return [
    ...(server.isLocal
      ? []
      : await checkRecords({ domain, returning: mailDomain(bounces || from.address) }, readTxt)),
    ...(ofUser === domain
      ? []
      : [
          {
            level: "warning",
            check: "mail-sender",
            says: `Mails are from ${domain}, but the user at the mail server is of ${ofUser}. Many servers refuse another sender.`,
            todo: "Set SOP_MAIL_FROM to an address of the user's domain, or make sure that the server allows the sender.",
          } as const,
        ]),
  ];
}

/** SPF is looked up for where mails come back to (RFC 7208, section 2.4), DMARC for the sender. */
async function checkRecords(
  { domain, returning }: { readonly domain: string; readonly returning: string },
  readTxt: ReadTxt,
): Promise<readonly Finding[]> {
  const [hasSpf, hasDmarc] = await Promise.all([
    hasRecord(returning, "v=spf1", readTxt),
    hasRecord(`_dmarc.${domain}`, "v=DMARC1", readTxt),
  ]);
  const missing = [
    ...(hasSpf ? [] : [`SPF record of ${returning}`]),
    ...(hasDmarc ? [] : [`DMARC record of ${domain}`]),
  ];
  if (missing.length === 0)
    return [{ level: "ok", check: "mail-sender", says: `${domain} has SPF and DMARC records.` }];
  return [
    {
      level: "warning",
      check: "mail-sender",
      says: `No ${missing.join(" and no ")} was found. Receivers may take the mails for spam or refuse them.`,
      todo: "Add what is missing to the DNS; the operator of the mail server knows what is in them.",
    },
  ];
}

async function hasRecord(name: string, beginning: string, readTxt: ReadTxt): Promise<boolean> {
  try {
    return (await readTxt(name)).some((parts) => parts.join("").startsWith(beginning));
  } catch {
    return false;
  }
}

function readTxtOfSystem(name: string): Promise<string[][]> {
  return new Resolver({ timeout: 2000, tries: 1 }).resolveTxt(name);
}
