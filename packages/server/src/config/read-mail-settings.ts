import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import type { MailSender, MailServer } from "./mail-readers.ts";
import { ConfigError } from "./read-config.ts";
import type { Config } from "./settings.ts";

/** The settings of mail, complete. */
export interface MailSettings {
  readonly server: MailServer;
  readonly from: MailSender;
  readonly perMinute: number;
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
  ];
  if (from === undefined || problems.length > 0) throw new ConfigError(problems);
  const password = mail.password === "" ? passwordIn(config) : mail.password;
  return {
    server: { ...mail, password },
    from,
    perMinute,
    dkim: dkimOf(config),
    origin: authUrl === "" && origin !== undefined ? origin : () => authUrl,
  };
}

function plainPassword({ user, password }: MailServer): readonly string[] {
  return user === "" && password !== "" ? ["--mail has a password without a user"] : [];
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

function passwordIn({ mailPasswordFile: path }: MailConfig): string {
  if (path === "") return "";
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "error";
    throw new ConfigError([`--mail-password-file: ${path} cannot be read (${reason})`]);
  }
}
