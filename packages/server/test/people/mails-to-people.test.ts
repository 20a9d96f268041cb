import { describe, expect, test } from "vitest";
import { setApplicationFrozen } from "../../src/store/applications/application-administration.ts";
import { rotateSecret } from "../../src/store/applications/rotate-secret.ts";
import type { MailContent, MailFacts, MailKind } from "../../src/model/mail.ts";
import { queueMail } from "../../src/store/mail/queue-mail.ts";
import { queueEndingSecrets } from "../../src/store/mail/mails-of-audit.ts";
import { removeSecondFactor } from "../../src/store/people/second-factor-table.ts";
import { switchOff } from "../../src/store/webhooks/webhook-table.ts";
import { makeAdministrators } from "../support/administrators.ts";
import { Browser } from "../support/browser.ts";
import { giveAddress, startMail } from "../support/mail-server.ts";
import { publishSurvey } from "../support/published-survey.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { turnOnSecondFactor } from "../support/second-factor.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import type { TestPlatform } from "../support/test-platform.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { addWebhook } from "../support/webhooks.ts";

const application = { application: "Board", appid: "demo_app", path: "/console/applications/demo_app" };
const survey = { surveyId: 7, title: "Lunch" };

/** Facts of each kind of mail, but of those that are completed when they are due: they have tests of their own. */
type Completed = "password_reset" | "survey_invitation" | "survey_thanks";
const samples: { readonly [Kind in Exclude<MailKind, Completed>]: MailFacts[Kind] } = {
  platform_invitation: { token: "t", invitedBy: "Ada" },
  team_invitation: { token: "t", invitedBy: "Ada", team: "Birch" },
  address_confirmation: { token: "t", username: "bob" },
  address_changed: { username: "bob" },
  password_changed: { username: "bob" },
  new_browser: { username: "bob", userAgent: "", network: "192.0.2.0/24" },
  second_factor: { username: "bob", change: "passkey.added" },
  secret_made: application,
  secret_ending: { ...application, endsAt: 0 },
  application_disabled: application,
  webhook_off: { host: "receiver.example", reason: "failing", path: "/account/webhooks/1" },
  survey_shared: { ...survey, sharedBy: "Ada", role: "edit" },
  survey_offered: { ...survey, offeredBy: "Ada" },
  comment_mention: { ...survey, commentId: 1, author: "Ada" },
  survey_ends: { ...survey, endAt: 0 },
  limit_reached: { ...survey, limit: 100 },
  export_ready: survey,
  new_answers: { ...survey, count: 2, isFiltered: true },
};

const operator = { userId: null, username: "operator", address: "" };

/** A platform whose Bob has an address; he owns the sample's applications. */
async function startWithBob() {
  const mail = await startMail();
  await giveAddress(mail.platform, "bob", "bob@mail.example");
  const sent = async () => {
    await mail.deliverer.deliverDue();
    return mail.server.mails.map(({ to: [to], parsed }) => `${to}: ${parsed.subject}`);
  };
  return { ...mail, sent };
}

async function idOf({ store }: TestPlatform, username: string): Promise<number> {
  return (await store.findUserByUsername(username))?.id ?? 0;
}

describe("a user with an address gets a mail", () => {
  test("of a sign-in from a browser that was not used before, and of none from one that was", async () => {
    const { platform, sent } = await startWithBob();
    const browser = new Browser(platform);
    await browser.signIn("bob", sampleSecrets.bob);
    expect(await sent()).toEqual(["bob@mail.example: Sign-in from a new browser"]);
    await browser.submit(await browser.get("/"), "/logout");
    await browser.signIn("bob", sampleSecrets.bob);
    expect(await sent()).toHaveLength(1);
    await new Browser(platform).signIn("bob", sampleSecrets.bob);
    expect(await sent()).toHaveLength(2);
  });

  test("of every change of the second factor", async () => {
    const { platform, sent } = await startWithBob();
    await turnOnSecondFactor(platform, "bob");
    const owner = { userId: await idOf(platform, "bob"), username: "bob" };
    await platform.store.write(removeSecondFactor, owner, { ...owner, address: "" });
    const subject = "bob@mail.example: What you sign in with has changed";
    expect(await sent()).toEqual([subject, subject]);
  });

  test("of a new secret, of one that ends within three days, once, and of an application that is disabled", async () => {
    const { platform, sent } = await startWithBob();
    const { store } = platform;
    const actor = { userId: await idOf(platform, "bob"), username: "bob", address: "" };
    const outcome = await store.write(rotateSecret, {
      appid: "demo_app",
      ownerId: actor.userId,
      userId: actor.userId,
      secret: { hash: "h", lastFour: "abcd", name: "new", requestHash: "r" },
      replaces: "all",
      endAfterMilliseconds: 7 * 86_400_000,
      revokesTokens: false,
      actor,
    });
    expect(outcome).toBe("made");
    await store.write(queueEndingSecrets);
    expect(await sent()).toEqual(["bob@mail.example: An application has a new secret"]);
    platform.clock.now += 5 * 86_400_000;
    await store.write(queueEndingSecrets);
    await store.write(queueEndingSecrets);
    expect((await sent()).slice(1)).toEqual(["bob@mail.example: A secret ends soon"]);
    await store.write(setApplicationFrozen, { appid: "demo_app", frozen: true, actor: operator });
    expect((await sent()).slice(2)).toEqual(["bob@mail.example: An application was disabled"]);
  });

  test("of a webhook that was switched off", async () => {
    const { platform, server, sent } = await startWithBob();
    const owner = { kind: "user", id: await idOf(platform, "bob") } as const;
    const receiver = await startReceiver();
    const { webhook } = await addWebhook(platform, owner, receiver);
    await platform.store.write(switchOff, { webhookId: webhook.id, reason: "failing" });
    expect(await sent()).toEqual(["bob@mail.example: A webhook was switched off"]);
    expect(server.mails[0]?.parsed.text).toContain(`/account/webhooks/${webhook.id}`);
  });

  test("of a new password", async () => {
    const { platform, sent } = await startWithBob();
    const browser = await signedInBrowser(platform, "bob");
    await browser.submit(await browser.get("/account/password"), "/account/password", {
      old_password: sampleSecrets.bob,
      password: "another long password",
    });
    expect(await sent()).toEqual(["bob@mail.example: Your password was changed"]);
  });

  test("and a user without an address none", async () => {
    const { platform, sent } = await startWithBob();
    await new Browser(platform).signIn("ada", sampleSecrets.ada);
    expect(await sent()).toEqual([]);
  });
});

test("each kind of mail goes once to its receiver alone, in the receiver's language and no other", async () => {
  const { platform, server, deliverer } = await startWithBob();
  await giveAddress(platform, "bob", "bob@mail.example", "zh-CN");
  const { stores, store } = platform;
  const userId = await idOf(platform, "bob");
  // The kinds and their facts belong together.
  const contents = Object.entries(samples).map(([kind, facts]) => ({ kind, facts }) as MailContent);
  for (const content of contents) await store.write(queueMail, content, { userId });
  await Promise.all(stores.map(() => deliverer.deliverDue()));
  expect(server.mails.map(({ to }) => to.join())).toEqual(contents.map(() => "bob@mail.example"));
  for (const { parsed } of server.mails) {
    expect(`${parsed.subject}`).toMatch(/\p{Script=Han}/u);
    expect(String(parsed.html)).toContain('<html lang="zh-CN">');
    const words = parsed.text?.replaceAll(/https?:\S+/g, "");
    expect(words).not.toMatch(/\b(?:you|your|the|mail)\b/i);
  }
});

test("who is offered a survey gets a mail of it, once, with a link to the offer", async () => {
  const { platform, server, sent } = await startWithBob();
  const ada = await signedInBrowser(platform);
  const { id } = await publishSurvey(platform, { text: "Lunch\n\nHow was it?[Single Line Text]" });
  const path = `/surveys/${id}/hand-over`;
  const offered = await ada.submit(await ada.get(path), path, { person: "bob" });
  expect(offered.status).toBe(303);
  expect(await sent()).toEqual(["bob@mail.example: A survey is offered to you: Lunch"]);
  expect(server.mails[0]?.parsed.text).toContain(`/surveys/offers/${id}`);
  expect(await sent()).toHaveLength(1);
});

describe("an invitation", () => {
  test("to the platform is sent to the address of its form, in the language of its page, and its link works", async () => {
    const { platform, server, sent } = await startWithBob();
    await makeAdministrators(platform, "ada");
    const browser = await signedInBrowser(platform, "ada");
    const page = await browser.get("/admin/invitations?lang=zh-CN");
    const made = await browser.submit(page, "/admin/invitations", { note: "", email: "cleo@mail.example" });
    expect(made.html).toContain("cleo@mail.example");
    expect(await sent()).toEqual(["cleo@mail.example: 邀请您使用问卷平台"]);
    const [link = ""] = /\/invitations\/[\w-]{32}/.exec(server.mails[0]?.parsed.text ?? "") ?? [];
    expect((await new Browser(platform).get(link)).status).toBe(200);
  });

  test("to a team is sent too; with a broken address nothing is made", async () => {
    const { platform, sent } = await startWithBob();
    const browser = await signedInBrowser(platform, "bob");
    const birch = await platform.database.reader.kysely
      .selectFrom("teams")
      .select("id")
      .where("name", "=", "Birch")
      .executeTakeFirstOrThrow();
    const path = `/teams/${birch.id}/invitations/new`;
    const send = async (email: string) =>
      browser.submit(await browser.get(path), path, { note: "", role: "4", email });
    const refused = await send("cleo@mail.example, x@mail.example");
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("cleo@mail.example, x@mail.example");
    expect(await sent()).toEqual([]);
    expect((await send("cleo@mail.example")).status).toBe(200);
    expect(await sent()).toEqual(["cleo@mail.example: You are invited to a team"]);
  });
});
