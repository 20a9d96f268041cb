import { describe, expect, test } from "vitest";
import { queueMail } from "../../src/store/mail/queue-mail.ts";
import { Browser } from "../support/browser.ts";
import { startMail } from "../support/mail-server.ts";
import type { TestPlatform } from "../support/test-platform.ts";

async function unsubscribable() {
  const mail = await startMail();
  await mail.platform.store.write(
    queueMail,
    { kind: "platform_invitation", facts: { token: "t".repeat(32), invitedBy: "Ada" } },
    { address: "person@mail.example", language: "en" },
  );
  await mail.deliverer.deliverDue();
  const [, url = ""] = /^List-Unsubscribe: <([^>]*)>/im.exec(unfolded(mail.server.mails[0]?.raw ?? "")) ?? [];
  return { ...mail, path: url.replace("http://platform.example", "") };
}

const refusals = ({ database }: TestPlatform) =>
  database.reader.kysely.selectFrom("mail_refusals").selectAll().execute();

describe("a link to unsubscribe", () => {
  test("takes one click of a mail program, and changes nothing when it is only followed", async () => {
    const { platform, path, server } = await unsubscribable();
    expect(unfolded(server.mails[0]?.raw ?? "")).toMatch(
      /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m,
    );
    expect((await platform.fetch(path)).status).toBe(200);
    expect(await refusals(platform)).toEqual([]);
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    expect((await platform.fetch(path, { method: "POST", body })).status).toBe(200);
    expect(await refusals(platform)).toMatchObject([{ topic: "invitations" }]);
  });

  test("takes the button of its page as well", async () => {
    const { platform, path } = await unsubscribable();
    const browser = new Browser(platform);
    const page = await browser.submit(await browser.get(path), path);
    expect(page.status).toBe(200);
    expect(await refusals(platform)).toHaveLength(1);
  });

  test("is refused when anything of it was changed", async () => {
    const { platform, path } = await unsubscribable();
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const [topic = "", hash = "", seal = ""] = path.slice("/mail/unsubscribe/".length).split(".");
    for (const forged of [
      `webhooks.${hash}.${seal}`,
      `${topic}.${"A".repeat(43)}.${seal}`,
      `${topic}.${hash}.${"A".repeat(43)}`,
      `${topic}.${hash}`,
      `${topic}.${hash}.${seal}.x`,
      "%0d%0a",
    ]) {
      const reply = await platform.fetch(`/mail/unsubscribe/${forged}`, { method: "POST", body });
      expect([forged, reply.status]).toEqual([forged, 404]);
    }
    expect(await refusals(platform)).toEqual([]);
  });

  test("is in no security notice", async () => {
    const { server, platform, deliverer } = await startMail();
    await platform.store.write(
      queueMail,
      { kind: "second_factor", facts: { username: "ada", change: "second_factor.off" } },
      { address: "person@mail.example", language: "en" },
    );
    await deliverer.deliverDue();
    expect(server.mails[0]?.raw).not.toMatch(/unsubscribe/i);
  });
});

function unfolded(raw: string): string {
  return raw.replaceAll(/\r\n[ \t]+/g, " ");
}
