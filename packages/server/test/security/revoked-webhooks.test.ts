import { describe, expect, it } from "vitest";
import type { StoreQueries } from "../../src/store/statements/queries.ts";
import { revokeIssued } from "../../src/store/tokens/revoke-issued.ts";
import { sendCall, startWriting, type WritingStage } from "../support/api-calls.ts";
import { declareDemoApp } from "../support/declare.ts";
import { allowedTokens } from "../support/quick-consent.ts";
import { revokeAllGrantsOf } from "../support/revoke-grants.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import type { Envelope } from "../support/test-platform.ts";
import { deleteApplication } from "../../src/store/applications/application-state.ts";
import { findWebhook } from "../../src/store/webhooks/webhook-table.ts";
import { changeWebhook, createWebhook } from "../../src/store/webhooks/change-webhook.ts";
import { runSteps } from "@survey-open-platform/database";

/*
 * A user who allows an application to write lets it add webhooks. Without an end of their own they would send it every answer
 * after the user has revoked its access.
 */

const operator = { userId: null, username: "operator", address: "" };
const url = "http://127.0.0.1:9/events";
const text = "Lunch\n\n\n\nHow was it?[Single Choice]\nGood\nBad";
const on = { isActive: true, offReason: "" };
const revoked = { isActive: false, offReason: "revoked" };

async function sent<Data>(
  { platform }: WritingStage,
  path: string,
  call: Parameters<typeof sendCall>[2],
): Promise<Data> {
  // A test of its own holds the shape.
  const { data } = (await (await sendCall(platform, path, call)).json()) as Envelope<Data>;
  return data;
}

/** Two webhooks that an application added with Ada's token: of a survey of hers, and of all her surveys. */
async function start() {
  const stage = await startWriting({ webhookAllow: "127.0.0.0/8" });
  const { platform, tokens } = stage;
  const ada = await platform.store.findUserByUsername("ada");
  if (ada === undefined) throw new Error("Ada is missing");
  const { id: surveyId } = await sent<{ id: number }>(stage, "/api/surveys", {
    token: tokens.ada,
    body: { text },
  });
  const add = async (path: string) =>
    (await sent<{ id: number }>(stage, path, { token: tokens.ada, body: { url, is_active: true } })).id;
  const ofSurvey = {
    owner: { kind: "survey", id: surveyId },
    webhookId: await add(`/api/surveys/${surveyId}/webhooks`),
  } as const;
  const ofUser = {
    owner: { kind: "user", id: ada.id },
    webhookId: await add(`/api/users/${ada.id}/webhooks`),
  } as const;
  const states = () =>
    Promise.all(
      [ofSurvey, ofUser].map(async (owned) => {
        const webhook = await runSteps(platform.store.reader, findWebhook(owned));
        return webhook && { isActive: webhook.isActive, offReason: webhook.offReason };
      }),
    );
  expect(await states()).toEqual([on, on]);
  const path = `/api/surveys/${surveyId}/webhooks/${ofSurvey.webhookId}`;
  return { ...stage, stage, ada, surveyId, ofSurvey, ofUser, states, path };
}

async function idOfDemoApp({ kysely }: StoreQueries): Promise<number> {
  const row = kysely.selectFrom("applications").select("id").where("appid", "=", "demo_app");
  return (await row.executeTakeFirstOrThrow()).id;
}

type Started = Awaited<ReturnType<typeof start>>;

const ends: readonly (readonly [string, (started: Started) => Promise<unknown>])[] = [
  ["its user revokes its access", ({ platform }) => revokeAllGrantsOf(platform, "ada")],
  [
    "the operator revokes what the application was issued",
    ({ platform }) =>
      platform.database.write(async (t) => revokeIssued(t, { of: "application", id: await idOfDemoApp(t) })),
  ],
  ["the operator revokes everything", ({ platform }) => platform.database.write((t) => revokeIssued(t))],
  [
    "its user consents to reading alone",
    async ({ platform }) => {
      await declareDemoApp(platform, { may_write: false });
      await allowedTokens(platform, { username: "ada" });
    },
  ],
  [
    "the application asks for reading alone from now on",
    ({ platform }) => declareDemoApp(platform, { may_write: false }),
  ],
];

it("the webhooks that end with a consent are counted on the page that asks whether to revoke it", async () => {
  const { platform, ada } = await start();
  expect(await platform.store.countGrantedAccess({ userId: ada.id })).toMatchObject({ webhooks: 2 });
  await revokeAllGrantsOf(platform, "ada");
  expect(await platform.store.countGrantedAccess({ userId: ada.id })).toMatchObject({ webhooks: 0 });
});

describe("a webhook that an application added with a user's token", () => {
  it.each(ends)("is switched off when %s, and nothing waits for it", async (_, end) => {
    const started = await start();
    await end(started);
    expect(await started.states()).toEqual([revoked, revoked]);
    const { kysely } = started.platform.database.reader;
    const waiting = kysely.selectFrom("webhook_deliveries").select("id").where("due_at", "is not", null);
    expect(await waiting.execute()).toEqual([]);
    const survey = kysely.selectFrom("surveys").select("answer_webhooks").where("id", "=", started.surveyId);
    expect(await survey.execute()).toEqual([{ answer_webhooks: 0 }]);
  });

  it("stays on when another user revokes the access of the application", async () => {
    const { platform, states } = await start();
    await revokeAllGrantsOf(platform, "bob");
    expect(await states()).toEqual([on, on]);
  });

  it("is not switched on by a later consent", async () => {
    const { platform, states } = await start();
    await revokeAllGrantsOf(platform, "ada");
    await allowedTokens(platform, { username: "ada" });
    expect(await states()).toEqual([revoked, revoked]);
  });

  it("belongs to its user once the user has switched it on", async () => {
    const { platform, states, ofSurvey, ofUser } = await start();
    for (const isActive of [false, true])
      for (const owned of [ofSurvey, ofUser])
        await platform.store.write(
          changeWebhook,
          { ...owned, isActive, userId: 0, grantId: null },
          { actor: operator, outbox: platform.store.outbox },
        );
    await revokeAllGrantsOf(platform, "ada");
    expect(await states()).toEqual([on, on]);
  });

  it("still ends with the access when a page or a call changes nothing of it", async () => {
    const { platform, stage, tokens, states, ofUser, path } = await start();
    await platform.store.write(
      changeWebhook,
      { ...ofUser, address: { url, receiver: "127.0.0.1:9" }, isActive: true, userId: 0, grantId: null },
      { actor: operator, outbox: platform.store.outbox },
    );
    await sent(stage, path, { token: tokens.ada, body: { url, is_active: true } });
    await revokeAllGrantsOf(platform, "ada");
    expect(await states()).toEqual([revoked, revoked]);
  });

  it("is one of the user's own that a call sends elsewhere", async () => {
    const { platform, stage, tokens, surveyId } = await start();
    const owner = { kind: "survey", id: surveyId } as const;
    const made = { owner, userId: 1, grantId: null, url: "http://127.0.0.1:8/", receiver: "127.0.0.1:8" };
    const own = await platform.store.write(
      createWebhook,
      { ...made, secret: "whsec_", isActive: true },
      { actor: operator, outbox: platform.store.outbox },
    );
    const webhookId = own?.id ?? 0;
    await sent(stage, `/api/surveys/${surveyId}/webhooks/${webhookId}`, { token: tokens.ada, body: { url } });
    await revokeAllGrantsOf(platform, "ada");
    expect(await runSteps(platform.store.reader, findWebhook({ owner, webhookId }))).toMatchObject(revoked);
  });

  it("says on its pages which application added it", async () => {
    const { platform, ofSurvey, ofUser } = await start();
    const ada = await signedInBrowser(platform, "ada");
    const places = [`/surveys/${ofSurvey.owner.id}/webhooks`, "/account/webhooks"];
    for (const [at, { webhookId }] of [ofSurvey, ofUser].entries()) {
      expect((await ada.get(places[at] ?? "")).html).toContain("Insight Board");
      expect((await ada.get(`${places[at]}/${webhookId}`)).html).toContain("Added by the application ");
    }
  });

  it("is deleted with the application", async () => {
    const { platform, states, post, tokens } = await start();
    const bob = await platform.store.findUserByUsername("bob");
    const id = bob?.id ?? 0;
    await platform.store.write(deleteApplication, {
      appid: "demo_app",
      ownerId: id,
      userId: id,
      actor: operator,
    });
    expect(await states()).toEqual([undefined, undefined]);
    expect(await post("/api/surveys", { text }, tokens.ada)).toBe("invalid_token");
  });
});
