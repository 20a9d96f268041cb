import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ImapMailbox, MailSender, MailServer } from "./mail-readers.ts";
import { mailSettings as settings } from "./mail-settings.ts";
import { ConfigError } from "./read-config.ts";
import type { Config } from "./settings.ts";

/** The settings of mail, complete. */
export interface MailSettings {
  readonly server: MailServer;
  readonly from: MailSender;
  readonly perMinute: number;
  /** The address that mails come back to, each with a token of its own; "" for the sender. */
  readonly bounces: string;
  /** The mailbox of that address; undefined where it is not read. */
  readonly bounceMailbox: ImapMailbox | undefined;
  /** What signs mails by DKIM; undefined where they are not signed here. */
  readonly dkim?: { readonly privateKey: string; readonly selector: string } | undefined;
  /** The public origin, which every link in a mail begins with: it never follows a request. */
  readonly origin: () => string;
}

/** What the settings of mail are read from. */
export type MailConfig = Pick<
  Config,
  | "mail"
  | "mailPasswordFile"
  | "mailFrom"
  | "mailPerMinute"
  | "authUrl"
  | "mailDkimKeyFile"
  | "mailDkimSelector"
  | "mailBounces"
  | "mailBouncesImap"
  | "mailBouncesImapPasswordFile"
>;

/**
 * Reads what mail needs.
 *
 * @param origin where the pages are when no setting says it: of the demo, which knows its own address
 * @returns undefined when no mail is sent
 * @throws `ConfigError` with everything that is missing
 */
export function readMailSettings(config: MailConfig, origin?: () => string): MailSettings | undefined {
  const { mail, mailFrom: from, authUrl, mailPerMinute: perMinute } = config;
  if (mail === undefined) return undefined;
  const problems = [
    ...(from === undefined ? ["--mail-from must name the sender, because --mail is set"] : []),
    ...(authUrl === "" && origin === undefined
      ? ["--auth-url must be the public origin, because --mail is set: links in mails begin with it"]
      : []),
    ...plainPassword(mail),
    ...mailboxWithoutAddress(config),
  ];
  if (from === undefined || problems.length > 0) throw new ConfigError(problems);
  return {
    server: withPassword(mail, config, "mailPasswordFile"),
    from,
    perMinute,
    bounces: config.mailBounces,
    bounceMailbox: mailboxOf(config),
    dkim: dkimOf(config),
    origin: authUrl === "" && origin !== undefined ? origin : () => authUrl,
  };
}

function plainPassword({ user, password }: MailServer): readonly string[] {
  return user === "" && password !== "" ? ["--mail has a password without a user"] : [];
}

function mailboxWithoutAddress({ mailBounces, mailBouncesImap }: MailConfig): readonly string[] {
  if (mailBouncesImap === undefined || mailBounces !== "") return [];
  return ["--mail-bounces must be the address whose mails arrive in the mailbox of --mail-bounces-imap"];
}

/** @throws `ConfigError` for a file that cannot be read, or has no private key */
function dkimOf({ mailDkimKeyFile: path, mailDkimSelector: selector }: MailConfig): MailSettings["dkim"] {
  if (path === "") return undefined;
  try {
    const privateKey = readFileSync(path, "utf8");
    createPrivateKey(privateKey);
    return { privateKey, selector };
  } catch {
    throw new ConfigError([`--mail-dkim-key-file: ${path} cannot be read, or has no private key (PEM)`]);
  }
}

function mailboxOf(config: MailConfig): ImapMailbox | undefined {
  const { mailBouncesImap: mailbox } = config;
  return mailbox && withPassword(mailbox, config, "mailBouncesImapPasswordFile");
}

type PasswordSetting = "mailPasswordFile" | "mailBouncesImapPasswordFile";

/** @throws `ConfigError` for a file that cannot be read */
function withPassword<Server extends MailServer>(
  server: Server,
  config: MailConfig,
  setting: PasswordSetting,
): Server {
  const path = config[setting];
  if (server.password !== "" || path === "") return server;
  try {
    return { ...server, password: readFileSync(path, "utf8").replace(/\r?\n$/, "") };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "error";
    throw new ConfigError([`--${settings[setting].flag}: ${path} cannot be read (${reason})`]);
  }
}
