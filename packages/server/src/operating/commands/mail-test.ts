import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { randomUUID } from "node:crypto";
import type { ImapMailbox } from "../../config/mail-readers.ts";
import { readConfig } from "../../config/read-config.ts";
import { type MailSettings, readMailSettings } from "../../config/read-mail-settings.ts";
import { withToken } from "../../mail/bounce-address.ts";
import { tryMailbox } from "../../mail/bounce-mailbox.ts";
import { createMailTransport } from "../../mail/mail-transport.ts";
import { parseMailAddress } from "../../model/mail-address.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { textOption } from "./operator-command.ts";

/** `sop mail test`: sends one mail at once, past the outbox, and says what the server said. */
export const mailTestCommand: Command = {
  meta: { name: "mail test", description: "Send a mail to an address, and say what the mail server said" },
  args: {
    to: { type: "string", valueHint: "address", description: "The address to write to." },
    ...settingArguments([
      "mail",
      "mailPasswordFile",
      "mailFrom",
      "mailDkimKeyFile",
      "mailDkimSelector",
      "mailBounces",
      "mailBouncesImap",
      "mailBouncesImapPasswordFile",
      "authUrl",
    ]),
  },
  async run({ args }) {
    const to = parseMailAddress(textOption(args, "to") ?? "");
    if (to === undefined) throw new UsageError("--to must be a mail address, such as you@survey.example");
    const settings = readMailSettings(readConfig({ flags: settingFlags(args), environment: process.env }));
    if (settings === undefined)
      throw new CommandError("No mail server is set. Set SOP_MAIL, such as smtps://user@smtp.example:465.");
    const { host, port } = settings.server;
    const result = await createMailTransport(settings).send(testMail(to, settings), forEver);
    if (result.kind !== "accepted")
      throw new CommandError(`${host}:${port} did not take the mail: ${result.problem}`);
    console.log(
      `${host}:${port} took the mail to ${to}, from ${settings.from.address}. Look at where it arrived.`,
    );
    if (settings.bounceMailbox !== undefined) console.log(await sentenceOfMailbox(settings.bounceMailbox));
  },
};

async function sentenceOfMailbox(mailbox: ImapMailbox): Promise<string> {
  const named = `${mailbox.folder} at ${mailbox.host}:${mailbox.port}`;
  const tried = await tryMailbox(mailbox);
  if ("unread" in tried)
    return `The mailbox of mails that come back, ${named}, can be read; unread messages: ${tried.unread}.`;
  throw new CommandError(`The mailbox of mails that come back, ${named}, cannot be read: ${tried.problem}`);
}

/** The transport has a deadline of its own. */
const forEver = new AbortController().signal;

function testMail(to: string, { origin: originOf, bounces }: MailSettings) {
  const origin = originOf();
  const sentence = `This is a test of the survey platform at ${origin}. Its mails arrive here.`;
  return {
    messageId: randomUUID(),
    to,
    // No mail has this token: what comes back is read, and changes nothing.
    returnTo: bounces === "" ? "" : withToken(bounces, "test"),
    subject: "Test of the survey platform",
    text: `${sentence}\n`,
    html: `<!doctype html><p>${sentence}</p>`,
    unsubscribeUrl: undefined,
  };
}
