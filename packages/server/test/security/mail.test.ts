import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/read-config.ts";
import { readMailSettings } from "../../src/config/read-mail-settings.ts";
import { parseMailAddress } from "../../src/model/mail-address.ts";
import { queueMail } from "../../src/store/mail/queue-mail.ts";
import { startMail, startMailServer } from "../support/mail-server.ts";

/** What somebody may choose as a name to get a header, a receiver or a link into a mail. */
const hostileNames = [
  "Ada\r\nBcc: victim@mail.example",
  "Ada\nSubject: You have won",
  "Ada\r\n\r\n<script>alert(1)</script>",
  "https://evil.example/prize",
  "evil.example",
  "<a href='https://evil.example'>click</a>",
  "\u202Eelpmaxe.live\u202C",
  '"Ada" <evil@mail.example>, victim@mail.example',
  "=?utf-8?B?QmNjOiB2aWN0aW0=?=",
  "a".repeat(2000),
];

describe("a name that another person chose", () => {
  test.each(["en", "zh-CN"])(
    "adds no header, no receiver, no markup and no link to a mail (%s)",
    async (language) => {
      const { server, platform, deliverer } = await startMail();
      const to = { address: "person@mail.example", language };
      for (const name of hostileNames)
        for (const content of [
          { kind: "team_invitation", facts: { token: "t".repeat(32), invitedBy: name, team: name } },
          { kind: "new_answers", facts: { title: name, surveyId: 7, count: 2, isFiltered: true } },
        ] as const)
          await platform.store.write(queueMail, content, to);
      await deliverer.deliverDue();
      expect(server.mails).toHaveLength(2 * hostileNames.length);
      for (const { raw, parsed, to: receivers } of server.mails) {
        expect(receivers).toEqual(["person@mail.example"]);
        const [head = ""] = raw.split("\r\n\r\n");
        expect(head).not.toMatch(/^bcc:/im);
        expect(head.match(/^subject:/gim)).toHaveLength(1);
        expect(parsed.subject?.length).toBeLessThan(120);
        const html = String(parsed.html);
        expect(html).not.toContain("<script");
        const links = [...`${html}\n${parsed.text}`.matchAll(/(?:https?:\/\/|href=")[^\s"<]*/g)].map(
          ([link]) => link.replace('href="', ""),
        );
        for (const link of links) expect(link).toMatch(/^http:\/\/platform\.example(?:\/|$)/);
        // Mail programs make links of host names as well.
        expect(parsed.text).not.toMatch(/evil\.example|elpmaxe\.live/);
      }
    },
  );
});

const wordsOf = (text: string) => text.replaceAll(/\s|-- /g, "");

describe("the words of a mail", () => {
  test("are the same in its text and its HTML", async () => {
    const { server, platform, deliverer } = await startMail();
    await platform.store.write(
      queueMail,
      { kind: "password_changed", facts: { username: "ada" } },
      { address: "a@mail.example", language: "zh-CN" },
    );
    await deliverer.deliverDue();
    const [mail] = server.mails;
    const html = String(mail?.parsed.html)
      .replace(/<head>.*<\/head>/s, "")
      .replaceAll(/<[^>]*>/g, "");
    expect(wordsOf(html)).toBe(wordsOf(mail?.parsed.text ?? ""));
  });
});

describe("an address", () => {
  test.each([
    "a@b@c.example",
    "a b@c.example",
    "a@c.example, d@c.example",
    "a@c.example\r\nBcc: d@c.example",
    "<a@c.example>",
    '"a"@c.example',
    "a@",
    "@c.example",
    "a@-c.example",
    "a@c..example",
    ".a@c.example",
    "a@c.example>",
    `${"a".repeat(65)}@c.example`,
    `a@${"c".repeat(64)}.example`,
    "a@[127.0.0.1]",
    "-oQ/tmp@ c.example",
    "a@c.example\0",
  ])("%j is none", (text) => {
    expect(parseMailAddress(text)).toBeUndefined();
  });

  test.each([
    ["Ada.Lovelace+x@Mail.Example", "Ada.Lovelace+x@mail.example"],
    ["a@例子.example", "a@xn--fsqu00a.example"],
    ["a@localhost", "a@localhost"],
  ])("%j is one", (text, address) => {
    expect(parseMailAddress(text)).toBe(address);
  });
});

const read = (defaults: Readonly<Record<string, string>>) =>
  readMailSettings(readConfig({ flags: {}, environment: {}, defaults }));

describe("the settings of mail", () => {
  const whole = {
    mail: "smtps://u:geheim@smtp.example",
    mailFrom: "a@s.example",
    authUrl: "https://s.example",
  };

  test("are refused without a sender or without the public origin, which no request can replace", () => {
    expect(read({})).toBeUndefined();
    expect(read(whole)).toMatchObject({ server: { host: "smtp.example", port: 465, isSecure: true } });
    expect(() => read({ ...whole, authUrl: "" })).toThrow(/--auth-url must be the public origin/);
    expect(() => read({ ...whole, mailFrom: "" })).toThrow(/--mail-from must name the sender/);
  });

  test.each(["smtp.example", "http://u:geheim@smtp.example", "smtp://", "smtps://u:geheim@smtp.example/x?y"])(
    "refuse the server %j without repeating it",
    (mail) => {
      expect(() => read({ ...whole, mail })).toThrow(/SOP_MAIL must be/);
      expect(() => read({ ...whole, mail })).not.toThrow(/geheim/);
    },
  );

  test("require an encrypted connection to another machine", async () => {
    const server = await startMailServer();
    const settings = read({ ...whole, mail: server.url });
    expect(settings?.server.isLocal).toBe(true);
    expect(read({ ...whole, mail: "smtp://smtp.example" })?.server).toMatchObject({
      isLocal: false,
      isSecure: false,
      port: 587,
    });
  });
});
