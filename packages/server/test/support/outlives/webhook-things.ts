import type { WebhookOwner } from "../../../src/store/webhooks/webhook-table.ts";
import { sendCall, type Token } from "../api-calls.ts";
import { signedInBrowser } from "../signed-in-browser.ts";
import { delivererOf } from "../webhooks.ts";
import { startReceiver, type WebhookReceiver } from "../webhook-receiver.ts";
import { Browser } from "../browser.ts";
import { sendPage } from "../published-survey.ts";
import type { Stage } from "./stage.ts";
import type { Probe, Thing } from "./thing.ts";

/** Sends what is due, from every node. */
async function deliver({ platform }: Stage): Promise<void> {
  for (const node of platform.stores.keys()) await delivererOf(platform, { node }).deliverDue();
}

/** Events that are no tests. */
const eventsOf = ({ events }: WebhookReceiver) =>
  events.filter(({ body }) => body.object !== "Webhook").length;

/** Something happens in the team that its webhooks get; nothing when the team or the survey is gone. */
type Happening = (stage: Stage) => Promise<unknown>;

const answerOf =
  (path: (stage: Stage) => Promise<string>): Happening =>
  async (stage) => {
    const browser = new Browser(stage.platform);
    const page = await browser.get(await path(stage));
    stage.platform.clock.now += 5000;
    if (page.status === 200) await sendPage(browser, page, []);
  };

const answer = answerOf(async ({ files }) => files.path);

const answerToOwn = answerOf(async ({ platform, own }) => {
  const row = await platform.database.reader.kysely
    .selectFrom("surveys")
    .select("hash")
    .where("id", "=", own)
    .executeTakeFirst();
  return `/s2/${own}/${row?.hash}/`;
});

const newSurvey =
  (of: "team" | "lin" | "bob"): Happening =>
  async (stage) => {
    const draft = await stage.platform.store.surveys.findDraft(stage.ownOfAda);
    if (draft === undefined) throw new Error("Ada's survey has no draft");
    const owned = { ownerId: stage[of], creatorUserId: stage.ada, definition: draft.definition };
    // It fails when its owner is gone.
    await stage.platform.store.surveys.createSurvey(owned).catch(() => undefined);
  };

/** Whether what happens from now on is sent to a webhook. */
function sends(stage: Stage, receiver: WebhookReceiver, happen: Happening): Probe {
  return async () => {
    const before = eventsOf(receiver);
    await happen(stage);
    await deliver(stage);
    return eventsOf(receiver) > before;
  };
}

/** Lin adds a webhook on its page. */
async function addOnPage({ platform }: Stage, folder: string, { url }: WebhookReceiver): Promise<void> {
  const lin = await signedInBrowser(platform, "lin");
  const path = `${folder}/new`;
  const page = await lin.submit(await lin.get(path), path, { url, is_active: "on" });
  if (page.status !== 200) throw new Error(`the webhook was not added: ${page.status}`);
}

function ofPage(folder: (stage: Stage) => string, happen: Happening): Thing {
  return async (stage) => {
    const receiver = await startReceiver();
    await addOnPage(stage, folder(stage), receiver);
    await deliver(stage);
    return sends(stage, receiver, happen);
  };
}

/** A program adds a webhook. */
export async function webhookOfCall(stage: Stage, owner: WebhookOwner, token: Token): Promise<Probe> {
  const receiver = await startReceiver();
  const path = `/api/${owner.kind === "survey" ? "surveys" : "users"}/${owner.id}/webhooks`;
  await sendCall(stage.platform, path, { token, body: { url: receiver.url, is_active: true } });
  await deliver(stage);
  return sends(stage, receiver, happeningTo(stage, owner));
}

function happeningTo(stage: Stage, owner: WebhookOwner): Happening {
  if (owner.kind === "survey") return owner.id === stage.own ? answerToOwn : answer;
  return newSurvey(owner.id === stage.bob ? "bob" : "lin");
}

/** Webhooks that Lin adds as a member of the team. */
export const webhookThings = {
  "a webhook of a survey of the team": ofPage(({ files }) => `/surveys/${files.id}/webhooks`, answer),
  "a webhook of the team": ofPage(({ team }) => `/teams/${team}/webhooks`, newSurvey("team")),
  "events in the hands of a node that sends them": async (stage) => {
    const receiver = await startReceiver();
    await addOnPage(stage, `/surveys/${stage.files.id}/webhooks`, receiver);
    await deliver(stage);
    for (let count = 0; count < 3; count += 1) await answer(stage);
    const first = Promise.withResolvers<() => void>();
    const before = eventsOf(receiver);
    receiver.respond = (response) => {
      receiver.respond = (next) => next.writeHead(204).end();
      first.resolve(() => response.writeHead(204).end());
    };
    const delivering = delivererOf(stage.platform, { node: 1 }).deliverDue();
    const release = await first.promise;
    return async () => {
      release();
      await delivering;
      return eventsOf(receiver) > before + 1;
    };
  },
} as const satisfies Readonly<Record<string, Thing>>;

/** Webhooks that Lin adds for what is Lin's own. */
export const ownWebhookThings = {
  "a webhook of the account": ofPage(() => "/account/webhooks", newSurvey("lin")),
  "a webhook of an own survey": ofPage(({ own }) => `/surveys/${own}/webhooks`, answerToOwn),
} as const satisfies Readonly<Record<string, Thing>>;
