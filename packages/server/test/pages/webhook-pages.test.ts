import { platformZone } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import type { Browser, Page } from "../support/browser.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { delivererOf } from "../support/webhooks.ts";

/** Where Ada's pages about webhooks are, of each kind. */
const places: Readonly<Record<string, (platform: TestPlatform) => Promise<string>>> = {
  survey: async (platform) => `/surveys/${await surveyIdOf(platform, "ada-1")}/webhooks`,
  team: async (platform) => `/teams/${await teamIdOf(platform, "Acme")}/webhooks`,
  user: () => Promise.resolve("/account/webhooks"),
};

const inactive = { url: "https://hooks.example/", is_active: "" };

async function startAt(kind: string) {
  const platform = await startTestPlatform({ webhookAllow: "127.0.0.0/8" });
  const ada = await signedInBrowser(platform);
  const address = (await places[kind]?.(platform)) ?? "";
  return { platform, ada, address, form: `${address}/new` };
}

/** The links of the list to single webhooks. */
function webhooksIn({ html }: Page, address: string): readonly string[] {
  return [...html.matchAll(new RegExp(`href="(${address}/\\d+)"`, "g"))].map(([, link = ""]) => link);
}

/** What the navigation of the section marks as current. */
function currentIn({ html }: Page): readonly (readonly [string, string])[] {
  const [, links = ""] = /<nav class="section-navigation"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  return [...links.matchAll(/aria-current="(\w+)">([^<]*)</g)].map(([, kind = "", label = ""]) => [
    kind,
    label,
  ]);
}

const secretIn = ({ html }: Page) => /whsec_[\w+/=]+/.exec(html)?.[0];

describe.each(Object.keys(places))("the form for a webhook of a %s", (kind) => {
  test("makes one when it is sent twice, and shows its secret once", async () => {
    const { ada, address, form } = await startAt(kind);
    const opened = await ada.get(form);
    const first = await ada.submit(opened, form, inactive);
    const second = await ada.submit(opened, form, inactive);
    expect([first.status, secretIn(first)]).toEqual([200, expect.any(String)]);
    expect([second.status, secretIn(second)]).toEqual([303, undefined]);
    expect(second.location).toBe(`${address}?notice=repeated`);
    const list = await ada.get(second.location ?? "");
    expect(list.html).toContain("The form was sent twice, and made one webhook.");
    expect(list.html.match(/role="status"/g)).toHaveLength(1);
    expect(webhooksIn(list, address)).toHaveLength(1);
  });

  test("makes one when it is sent several times at once, and another one when it is opened again", async () => {
    const { ada, address, form } = await startAt(kind);
    const opened = await ada.get(form);
    const sent = await Promise.all(Array.from({ length: 4 }, () => ada.submit(opened, form, inactive)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 303, 303, 303]);
    await ada.submit(await ada.get(form), form, inactive);
    expect(webhooksIn(await ada.get(address), address)).toHaveLength(2);
  });

  test("can be sent again after a mistake", async () => {
    const { ada, address, form } = await startAt(kind);
    const refused = await ada.submit(await ada.get(form), form, { url: "http://10.0.0.1/", is_active: "" });
    expect(refused.status).toBe(400);
    expect((await ada.submit(refused, form, inactive)).status).toBe(200);
    expect(webhooksIn(await ada.get(address), address)).toHaveLength(1);
  });

  test("is refused without the token that it came with", async () => {
    const { ada, address, form } = await startAt(kind);
    for (const request of ["", "chosen"])
      expect((await ada.submit(await ada.get(form), form, { ...inactive, request })).status).toBe(400);
    expect(webhooksIn(await ada.get(address), address)).toEqual([]);
  });
});

/** The secrets of the only webhook: the one that signs, and the one before. */
function keptSecrets({ database }: TestPlatform) {
  const webhooks = database.reader.kysely.selectFrom("webhooks");
  return webhooks.select(["secret", "previous_secret as previous"]).executeTakeFirstOrThrow();
}

test.each(Object.keys(places))(
  "the form that replaces the secret of a webhook of a %s does so once when it is sent several times",
  async (kind) => {
    const { platform, ada, address, form } = await startAt(kind);
    const first = secretIn(await ada.submit(await ada.get(form), form, inactive));
    const [webhook = ""] = webhooksIn(await ada.get(address), address);
    const action = `${webhook}/secret`;
    const asked = await ada.get(action);
    const sent = await Promise.all(Array.from({ length: 3 }, () => ada.submit(asked, action)));
    const [second, ...others] = sent.flatMap((page) => secretIn(page) ?? []);
    const repeated = sent.filter(({ status }) => status === 303);
    expect([others.length, repeated.length]).toEqual([0, 2]);
    expect((await ada.get(repeated[0]?.location ?? "")).html).toContain("replaced the secret once");
    // A second replacement would end the signatures of the first secret at once.
    expect(await keptSecrets(platform)).toEqual({ secret: second, previous: first });
    const third = secretIn(await ada.submit(await ada.get(action), action));
    expect(await keptSecrets(platform)).toEqual({ secret: third, previous: second });
  },
);

async function add(ada: Browser, form: string, fields = inactive): Promise<void> {
  await ada.submit(await ada.get(form), form, fields);
}

test.each(Object.keys(places))("a page below the webhooks of a %s marks them as current", async (kind) => {
  const { ada, address, form } = await startAt(kind);
  await add(ada, form);
  const [webhook = ""] = webhooksIn(await ada.get(address), address);
  expect(currentIn(await ada.get(address))).toEqual([["page", "Webhooks"]]);
  for (const path of [form, webhook])
    expect([path, currentIn(await ada.get(path))]).toEqual([path, [["true", "Webhooks"]]]);
});

/** A webhook of ada's that got two events: the test of its adding, and that of a survey which she made. */
async function startWithEvents() {
  const started = await startAt("user");
  const { platform, ada, address, form } = started;
  const receiver = await startReceiver();
  await add(ada, form, { url: receiver.url, is_active: "on" });
  const text = "Tea\n\n\n\nHow was it?[Single Choice]\nGood\nBad";
  await ada.submit(await ada.get("/surveys/new?from=text"), "/surveys/new", { text });
  await delivererOf(platform).deliverDue();
  const [webhook = ""] = webhooksIn(await ada.get(address), address);
  return { ...started, receiver, webhook };
}

test("a user's webhook gets what happens to the user's own surveys, and its log is on the page", async () => {
  const { platform, ada, address, receiver, webhook } = await startWithEvents();
  expect(receiver.events.map(({ body }) => body.action)).toEqual(["webhook.test", "survey.created"]);
  expect(receiver.events[1]?.body.payload["owner_user_id"]).toBe(await userIdOf(platform, "ada"));
  const page = await ada.get(webhook);
  const [, delivery = ""] = /href="([^"]*\/deliveries\/\d+)"/.exec(page.html) ?? [];
  const shown = await ada.get(delivery);
  expect(shown.html).toContain("survey.created");
  expect(currentIn(shown)).toEqual([["true", "Webhooks"]]);
  await ada.submit(shown, `${delivery}/resend`);
  await delivererOf(platform).deliverDue();
  expect(receiver.events.map(({ body }) => body.id)).toEqual([
    expect.any(String),
    receiver.events[1]?.body.id,
    receiver.events[1]?.body.id,
  ]);
  const bob = await signedInBrowser(platform, "bob");
  expect(webhooksIn(await bob.get(address), address)).toEqual([]);
  expect([(await bob.get(webhook)).status, (await bob.get(delivery)).status]).toEqual([404, 404]);
});

test("the log of a webhook is searched by parts of an event's name and id", async () => {
  const { ada, receiver, webhook } = await startWithEvents();
  const found = async (search: string) => {
    const { html } = await ada.get(`${webhook}?q=${encodeURIComponent(search)}`);
    return [...html.matchAll(/deliveries\/\d+"><code>([^<]*)/g)].map(([, name]) => name);
  };
  const id = String(receiver.events[1]?.body.id);
  expect(await found("")).toEqual(["survey.created", "webhook.test"]);
  expect(await found("CREATED")).toEqual(["survey.created"]);
  expect(await found(id.slice(3, 20))).toEqual(["survey.created"]);
  expect(await found("survey_created")).toEqual([]);
  expect(await found("%")).toEqual([]);
  expect((await ada.get(`${webhook}?q=%25`)).html).toContain("No event has this in its name or its id.");
});

/** The day in the zone of the platform, which is that of a user who chose none. */
const dayOf = (at: number) => platformZone("Asia/Shanghai").format(at).slice(0, 10);

test("failed events are sent again from the page, all of them or those since a day of the user's own calendar", async () => {
  const { platform, ada, address, form } = await startAt("user");
  await add(ada, form, { url: (await startReceiver()).url, is_active: "on" });
  const [webhook = ""] = webhooksIn(await ada.get(address), address);
  const { clock, database } = platform;
  const day = 24 * 3_600_000;
  await ada.submit(await ada.get(webhook), `${webhook}/test`);
  const [older, newer] = [clock.now - 3 * day, clock.now];
  const waiting = async (since: string) => {
    await database.write(async ({ kysely }) => {
      await kysely.updateTable("webhook_deliveries").set({ state: "failed", due_at: null }).execute();
      const ids = await kysely.selectFrom("webhook_deliveries").select("id").orderBy("id").execute();
      for (const [at, { id }] of ids.entries()) {
        const created_at = at === 0 ? older : newer;
        await kysely.updateTable("webhook_deliveries").set({ created_at }).where("id", "=", id).execute();
      }
    });
    const { status } = await ada.submit(await ada.get(webhook), `${webhook}/resend`, { since });
    const pending = database.reader.kysely.selectFrom("webhook_deliveries").where("state", "=", "pending");
    return [status, (await pending.select("id").execute()).length];
  };
  expect(await waiting("")).toEqual([303, 2]);
  expect(await waiting(dayOf(newer))).toEqual([303, 1]);
  expect(await waiting(dayOf(newer + day))).toEqual([303, 0]);
  expect(await waiting("2026-02-30")).toEqual([400, 0]);
});
