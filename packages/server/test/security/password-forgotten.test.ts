import { describe, expect, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { giveAddress, startMail } from "../support/mail-server.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const forgotten = "/forgotten";

async function ask(platform: TestPlatform, identifier: string, browser = new Browser(platform)) {
  return browser.submit(await browser.get(forgotten), forgotten, { identifier });
}

/** The page without what differs from one view to the next. */
const wordsOf = (html: string) => html.replaceAll(/value="[^"]*"/g, "");

async function outbox({ database }: TestPlatform) {
  return database.reader.kysely
    .selectFrom("mails")
    .select(["kind", "recipient", "user_id as userId", "state"])
    .execute();
}

describe("the page for a forgotten password", () => {
  test("says and stores the same for an account, an address and one that does not exist", async () => {
    const { platform } = await startMail();
    await giveAddress(platform, "ada", "ada@mail.example");
    const pages = [];
    for (const identifier of ["ada", "ADA@mail.example", "unknown", "unknown@mail.example", "bob"])
      pages.push(await ask(platform, identifier));
    for (const page of pages) {
      expect(page.status).toBe(200);
      expect(wordsOf(page.html)).toBe(wordsOf(pages[0]?.html ?? ""));
    }
    const asked = { kind: "password_reset", recipient: "", userId: null, state: "waiting" };
    expect(await outbox(platform)).toEqual(pages.map(() => asked));
  });

  test("writes to the confirmed addresses of the account only, with a link that sets a new password once", async () => {
    const { platform, server, deliverer } = await startMail();
    await giveAddress(platform, "ada", "ada@mail.example", "zh-CN");
    for (const identifier of ["ada", "unknown", "bob"]) await ask(platform, identifier);
    await deliverer.deliverDue();
    expect(server.mails.map(({ to, parsed }) => [to, parsed.subject])).toEqual([
      [["ada@mail.example"], "设置新密码"],
    ]);
    const path = /http:\/\/platform\.example(\/reset\/[\w-]{32})/.exec(
      server.mails[0]?.parsed.text ?? "",
    )?.[1];
    const browser = new Browser(platform);
    const password = "a new long password of ada";
    const form = await browser.get(path ?? "");
    expect((await browser.submit(form, path ?? "", { password })).location).toBe("/login");
    expect((await new Browser(platform).get(path ?? "")).status).toBe(404);
    expect((await browser.signIn("ada", password)).status).toBe(200);
  });

  test("does not follow the Host of the request", async () => {
    const { platform, server, deliverer } = await startMail();
    await giveAddress(platform, "ada", "ada@mail.example");
    const browser = new Browser(platform);
    const page = await browser.get(forgotten, { host: "evil.example" });
    const hidden = /name="csrf" value="([^"]*)"/.exec(page.html)?.[1] ?? "";
    await browser.post(
      forgotten,
      { csrf: hidden, identifier: "ada" },
      { "x-forwarded-host": "evil.example" },
    );
    await deliverer.deliverDue();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.raw).not.toContain("evil");
  });

  test("writes three times for an account, and then nothing for a while, without saying so", async () => {
    const { platform, server, deliverer } = await startMail();
    await giveAddress(platform, "ada", "ada@mail.example");
    const pages = [];
    for (let count = 0; count < 6; count += 1) pages.push(await ask(platform, "ada"));
    expect(new Set(pages.map(({ html }) => wordsOf(html))).size).toBe(1);
    await deliverer.deliverDue();
    expect(server.mails).toHaveLength(3);
  });

  test("is limited for one address of the network", async () => {
    const { platform } = await startMail();
    const statuses = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await ask(platform, `somebody${count}`)).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(statuses.at(-1)).toBe(429);
  });

  test("is not there where no mail is sent, and the page to sign in names an administrator instead", async () => {
    const platform = await startTestPlatform();
    expect((await platform.fetch(forgotten)).status).toBe(404);
    expect((await new Browser(platform).get("/login")).html).not.toContain('href="/forgotten"');
  });

  test("signs no one in by an address alone: two accounts with one address get a link each", async () => {
    const { platform, server, deliverer } = await startMail();
    await giveAddress(platform, "ada", "both@mail.example");
    await giveAddress(platform, "bob", "both@mail.example");
    await ask(platform, "both@mail.example");
    await deliverer.deliverDue();
    const named = server.mails.map(({ parsed }) => /account (\w+)/.exec(parsed.text ?? "")?.[1]);
    expect(new Set(named)).toEqual(new Set(["ada", "bob"]));
  });
});

describe("an address", () => {
  test("is used once its own link was opened by the user who entered it, and the one before it gets a notice", async () => {
    const { platform, server, deliverer } = await startMail();
    await giveAddress(platform, "ada", "old@mail.example");
    const browser = await signedInBrowser(platform, "ada");
    const sent = await browser.submit(await browser.get("/account/email"), "/account/email", {
      email: "new@mail.example",
      action: "change",
    });
    expect(sent.location).toBe("/account/email?notice=email_sent");
    await deliverer.deliverDue();
    const path =
      /http:\/\/platform\.example(\S+confirm\S+)/.exec(server.mails[0]?.parsed.text ?? "")?.[1] ?? "";
    expect(server.mails[0]?.to).toEqual(["new@mail.example"]);
    const bob = await signedInBrowser(platform, "bob");
    expect((await bob.get(path)).status).toBe(404);
    expect((await browser.get(path)).status).toBe(200);
    expect(await addressOf(platform)).toBe("old@mail.example");
    await browser.submit(await browser.get(path), path);
    expect(await addressOf(platform)).toBe("new@mail.example");
    await deliverer.deliverDue();
    expect(server.mails.at(-1)?.to).toEqual(["old@mail.example"]);
    expect(server.mails.at(-1)?.parsed.subject).toBe("Your address was changed");
    expect((await browser.get(path)).status).toBe(404);
  });

  test("of others cannot be flooded with confirmations", async () => {
    const { platform } = await startMail();
    const browser = await signedInBrowser(platform, "ada");
    const statuses = [];
    for (let count = 0; count < 7; count += 1) {
      const email = `victim${count}@mail.example`;
      const form = await browser.get("/account/email");
      statuses.push((await browser.submit(form, "/account/email", { email, action: "change" })).status);
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429, 429]);
  });
});

async function addressOf({ database }: TestPlatform): Promise<string | null | undefined> {
  const user = await database.reader.kysely
    .selectFrom("users")
    .select("email")
    .where("username", "=", "ada")
    .executeTakeFirst();
  return user?.email;
}
