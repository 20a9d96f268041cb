import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/read-config.ts";
import { readMailSettings } from "../../src/config/read-mail-settings.ts";
import { BounceReader } from "../../src/mail/bounce-reader.ts";
import { checkMail } from "../../src/operating/commands/doctor/check-mail.ts";
import { readingLeaseMilliseconds } from "../../src/store/mail/mail-bounces.ts";
import { queueMail } from "../../src/store/mail/queue-mail.ts";
import { queueMailings } from "../../src/store/surveys/survey-mailing-table.ts";
import { type BounceMailbox, deliveryReport, startBounceMailbox } from "../support/bounce-mailbox.ts";
import { giveAddress, mailDelivererOf, mailSettings, startMailServer } from "../support/mail-server.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import type { TestPlatform } from "../support/test-platform.ts";
import { invited, people } from "../surveys/participants/support/invited.ts";

const bounces = "bounces@returns.example";

/** What reads a mailbox, and what it logs. */
function readerOf({ stores, store: first }: TestPlatform, mailbox: BounceMailbox, node = 0) {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const defaults = { ...mailSettings({ url: "smtp://127.0.0.1:25" }), mailBounces: bounces };
  const config = readConfig({
    flags: {},
    environment: {},
    defaults: { ...defaults, mailBouncesImap: mailbox.url },
  });
  const settings = readMailSettings(config);
  const store = stores[node] ?? first;
  if (settings?.bounceMailbox === undefined) throw new Error("no mailbox is set");
  const reader = new BounceReader({ store, log, address: bounces, mailbox: settings.bounceMailbox });
  return { reader, lines };
}

/** The proof in an address that the platform made. */
const seal = (address: string) => /-([0-9a-f]{32})@/.exec(address)?.[1] ?? "";

/** A survey whose two participants were invited, and the mailbox to which their invitations come back. */
async function invitedTwo() {
  const server = await startMailServer();
  const opened = await invited({ onlyParticipants: true }, true, server);
  const { platform, author, path, add } = opened;
  const mailbox = await startBounceMailbox();
  const { reader, lines } = readerOf(platform, mailbox);
  const deliverer = mailDelivererOf(platform, { ...mailSettings(server), mailBounces: bounces });
  await add(people);
  const invite = async (kind: string) => {
    const form = `${path}/mail`;
    const fields = { kind, subject: "Lunch", body: "Hello", at: "", do: "send" };
    expect((await author.submit(await author.get(form), form, fields)).status).toBe(303);
    await platform.store.write(queueMailings);
    await deliverer.deliverDue();
  };
  await invite("invitation");
  /** The address that the mail to a participant comes back to. */
  const returnOf = (name: string) =>
    server.mails.find(({ to }) => to[0] === `${name}@mail.example`)?.returnTo ?? "";
  /** Reads what has arrived since. */
  const read = async () => {
    platform.clock.now += readingLeaseMilliseconds + 1;
    await reader.readDue();
  };
  return { ...opened, server, mailbox, reader, lines, invite, returnOf, read };
}

describe("a mail that comes back", () => {
  test("marks its participant, says why, and lets no reminder follow", async () => {
    const { mailbox, returnOf, read, states, author, path, server, invite, platform } = await invitedTwo();
    expect(returnOf("ada")).toMatch(/^bounces\+\d+-[0-9a-f]{32}@returns\.example$/);
    expect(returnOf("ada")).not.toBe(returnOf("bob"));
    // Servers may write addresses in capital letters, and keep the receiver in a field of their own.
    mailbox.put(deliveryReport(returnOf("ada").toUpperCase(), { header: "Delivered-To", status: "5.2.2" }));
    await read();
    expect(mailbox.flags()).toEqual([["\\Seen"]]);
    const { html } = await author.get(path);
    expect(html).toContain("Address takes no mail<br/>");
    expect(html).toContain("The mailbox is full. (5.2.2)");
    expect(await states()).toEqual(["Address takes no mail", "Invited"]);
    const [mail] = await platform.database.reader.kysely
      .selectFrom("mails")
      .select(["recipient", "problem"])
      .where("state", "=", "failed")
      .execute();
    expect(mail).toEqual({ recipient: "ada@mail.example", problem: "came back: 5.2.2" });
    platform.clock.now += 2 * 3_600_000;
    await invite("reminder");
    expect(server.mails.slice(2).map(({ to }) => to[0])).toEqual(["bob@mail.example"]);
  });

  test("pauses the notices of a user until the address is confirmed again, and no security notice", async () => {
    const { mailbox, platform, server, read } = await invitedTwo();
    await giveAddress(platform, "ada", "user@mail.example");
    const { id: userId } = await platform.database.reader.kysely
      .selectFrom("users")
      .select("id")
      .where("username", "=", "ada")
      .executeTakeFirstOrThrow();
    const deliverer = mailDelivererOf(platform, { ...mailSettings(server), mailBounces: bounces });
    const notice = {
      kind: "new_answers",
      facts: { title: "Lunch", surveyId: 1, count: 1, isFiltered: false },
    } as const;
    const security = { kind: "password_changed", facts: { username: "ada" } } as const;
    expect(await platform.store.write(queueMail, notice, { userId })).toBe(true);
    await deliverer.deliverDue();
    mailbox.put(deliveryReport(server.mails.at(-1)?.returnTo ?? ""));
    await read();
    expect(await platform.store.write(queueMail, notice, { userId })).toBe(false);
    expect(await platform.store.write(queueMail, security, { userId })).toBe(true);
    const browser = await signedInBrowser(platform);
    for (const path of ["/account/email", "/account/notices"])
      expect((await browser.get(path)).html).toContain(
        "There is no such mailbox. (5.1.1) Notices are paused.",
      );
    await browser.submit(await browser.get("/account/email"), "/account/email", {
      email: "user@mail.example",
      action: "change",
    });
    await deliverer.deliverDue();
    const [link = ""] = /\/account\/email\/confirm\/\S+/.exec(server.mails.at(-1)?.parsed.text ?? "") ?? [];
    await browser.submit(await browser.get(link), link);
    expect((await browser.get("/account/email")).html).not.toContain("Notices are paused");
    expect(await platform.store.write(queueMail, notice, { userId })).toBe(true);
  });
});

describe("what else arrives in the mailbox", () => {
  test("changes nothing: forged tokens, tokens of other mails, delays, successes and replies", async () => {
    const { mailbox, returnOf, read, states, lines } = await invitedTwo();
    const [ada, bob] = [returnOf("ada"), returnOf("bob")];
    const forged = [
      bounces,
      ada.replace(seal(ada), "0".repeat(32)),
      ada.replace(seal(ada), seal(bob)),
      ada.replace(/\+\d+-/, "+999999-"),
      ada.replace("-", "-0"),
    ];
    for (const to of forged) mailbox.put(deliveryReport(to));
    mailbox.put(deliveryReport(ada, { action: "delayed", status: "4.4.7" }));
    mailbox.put(deliveryReport(ada, { action: "failed", status: "4.4.7" }));
    mailbox.put(deliveryReport(ada, { action: "delivered", status: "2.0.0" }));
    mailbox.put(`To: ${ada}\r\nSubject: I am away\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`);
    mailbox.put("");
    mailbox.put("\u0000\u0001 no message at all");
    mailbox.put(`To: ${ada}\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\n`);
    await read();
    expect(await states()).toEqual(["Invited", "Invited"]);
    expect(new Set(mailbox.flags().map(String))).toEqual(new Set(["\\Seen"]));
    // A good one behind them is found.
    mailbox.put(deliveryReport(ada));
    await read();
    expect(await states()).toEqual(["Address takes no mail", "Invited"]);
    expect(lines).toEqual([]);
  });
});

describe("the mailbox of bounces", () => {
  test("is read by one node at a time, whether or not the one before was killed", async () => {
    const { platform, mailbox, read } = await invitedTwo();
    await read();
    const { reader } = readerOf(platform, mailbox, 1);
    await reader.readDue();
    expect(mailbox.connections()).toBe(1);
    platform.clock.now += readingLeaseMilliseconds + 1;
    await Promise.all([reader.readDue(), readerOf(platform, mailbox, 2).reader.readDue()]);
    expect(mailbox.connections()).toBe(2);
  });

  test("that cannot be reached is logged once, and read when it is there again; the doctor says so", async () => {
    const { mailbox, lines, read, server } = await invitedTwo();
    const settings = { ...mailSettings(server), mailBounces: bounces, mailBouncesImap: mailbox.url };
    const check = async (more = {}) => {
      const config = readConfig({ flags: {}, environment: {}, defaults: { ...settings, ...more } });
      return (await checkMail(config)).find(({ check: name }) => name === "mail-bounces");
    };
    expect(await check()).toMatchObject({ level: "ok" });
    expect(await check({ mailBouncesImap: mailbox.url.replace("secret", "wrong") })).toMatchObject({
      level: "error",
    });
    const noFolder = await check({ mailBouncesImap: mailbox.url.replace("Bounces", "Elsewhere") });
    expect(noFolder).toMatchObject({ level: "error" });
    expect(JSON.stringify(noFolder)).not.toContain("secret");
    mailbox.close();
    await read();
    await read();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("ECONNREFUSED");
    expect(lines[0]).not.toContain("secret");
  });

  test.each([
    [{ mailBouncesImap: "imaps://bounces@imap.example/Bounces" }, "--mail-bounces must be the address"],
    [{ mailBounces: "no address" }, "at most 15 characters before the @"],
    [{ mailBounces: "a-very-long-local-part@survey.example" }, "at most 15 characters before the @"],
    [
      { mailBounces: bounces, mailBouncesImap: "imaps://imap.example/Bounces" },
      "must be an address such as imaps://",
    ],
    [
      { mailBounces: bounces, mailBouncesImap: "https://u@imap.example" },
      "must be an address such as imaps://",
    ],
    [
      {
        mailBounces: bounces,
        mailBouncesImap: "imaps://u@imap.example",
        mailBouncesImapPasswordFile: "/nowhere",
      },
      "--mail-bounces-imap-password-file: /nowhere cannot be read",
    ],
  ])("is refused when the platform starts if its setting is wrong: %o", (defaults, problem) => {
    const given = { ...mailSettings({ url: "smtp://127.0.0.1:25" }), ...defaults };
    expect(() => readMailSettings(readConfig({ flags: {}, environment: {}, defaults: given }))).toThrow(
      problem,
    );
  });
});
