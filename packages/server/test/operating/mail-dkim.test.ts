import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/config/read-config.ts";
import { readMailSettings } from "../../src/config/read-mail-settings.ts";
import { createMailTransport } from "../../src/mail/mail-transport.ts";
import { mailSettings, startMailServer } from "../support/mail-server.ts";

const mail = {
  messageId: "one",
  to: "ada@mail.example",
  returnTo: "",
  subject: "Hello",
  text: "Hello",
  html: "<p>Hello</p>",
  unsubscribeUrl: undefined,
};

function keyFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), "dkim-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "key.pem");
  writeFileSync(path, content);
  return path;
}

test("mails are signed by DKIM for the domain of the sender where a key is set, and not without", async () => {
  const server = await startMailServer();
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  for (const mailDkimKeyFile of [keyFile(privateKey), ""]) {
    const defaults = { ...mailSettings(server), mailDkimKeyFile, mailDkimSelector: "k1" };
    const settings = readMailSettings(readConfig({ flags: {}, environment: {}, defaults }));
    if (settings === undefined) throw new Error("the settings send no mail");
    await createMailTransport(settings).send(mail, new AbortController().signal);
  }
  const [signed = "", plain = ""] = server.mails.map(({ raw }) => raw);
  expect(signed).toMatch(/^DKIM-Signature: [^]*?d=survey\.example;[^]*?s=k1;/m);
  expect(plain).not.toContain("DKIM-Signature");
});

test("a file without a private key is refused when the platform starts", async () => {
  const server = await startMailServer();
  const defaults = { ...mailSettings(server), mailDkimKeyFile: keyFile("no key") };
  const config = readConfig({ flags: {}, environment: {}, defaults });
  expect(() => readMailSettings(config)).toThrow("--mail-dkim-key-file");
});
