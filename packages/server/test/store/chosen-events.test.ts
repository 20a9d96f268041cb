import { binSurvey, noLogic } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { type NewWebhook, sendTestEvent } from "../../src/store/webhooks/change-webhook.ts";
import { colours, startCollecting } from "../support/collecting-survey.ts";
import { deleteAnswer } from "../support/delete-answer.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { addWebhook, deliveriesOf, delivererOf } from "../support/webhooks.ts";

/** A survey of a user, and a webhook of this user. */
async function startOfAccount(choice: Pick<NewWebhook, "events" | "hasTitles">) {
  const collecting = await startCollecting({ allowsAnswerUpdates: true });
  const { platform } = collecting;
  const receiver = await startReceiver();
  const owner = { kind: "user", id: (await platform.store.findUserByUsername("bob"))?.id ?? 0 } as const;
  const { webhook } = await addWebhook(platform, owner, receiver, choice);
  const owned = { owner, webhookId: webhook.id };
  return { ...collecting, receiver, owned, webhook, deliverer: delivererOf(platform) };
}

describe("a webhook of an account", () => {
  test("gets the answers to all surveys of the account if that is chosen, and no other event", async () => {
    const events = ["answer.create", "answer.delete"] as const;
    const { platform, surveys, surveyId, submit, receiver, deliverer, owned } = await startOfAccount({
      events,
    });
    const definition = { title: "Later", prefix: "", suffix: "", pages: colours.pages, logic: noLogic };
    const of = { ownerId: owned.owner.id, creatorUserId: owned.owner.id, definition };
    const { id: later } = await surveys.createSurvey(of);
    await surveys.publishSurvey({ surveyId: later, revision: 1 });
    await surveys.changeSettings({ surveyId: later, settings: { state: 2 } });
    await submit();
    await submit({ surveyId: later });
    const values = { [colours.radioId]: [colours.green] };
    const changed = { surveyId, answer: { serial: 1 }, version: 1, values, customArguments: {} } as const;
    await surveys.changeAnswer(changed);
    await deleteAnswer(platform, surveyId, 1);
    await deliverer.deliverDue();
    expect(receiver.events.map(({ body }) => [body.action, body.payload["survey_id"]])).toEqual(
      expect.arrayContaining([
        ["answer.create", later],
        ["answer.delete", surveyId],
      ]),
    );
    expect(receiver.events.map(({ body }) => body.action)).not.toContain("answer.update");
    expect(receiver.events.map(({ body }) => body.object)).not.toContain("Survey");
  });

  test("gets no answers unless that is chosen", async () => {
    const { platform, submit, webhook } = await startOfAccount({});
    await submit();
    expect(await deliveriesOf(platform, webhook.id)).toEqual([]);
  });

  test("keeps nothing of answers once their survey is deleted", async () => {
    const { platform, surveys, surveyId, submit, webhook } = await startOfAccount({
      events: ["answer.create"],
    });
    await submit();
    expect(await deliveriesOf(platform, webhook.id)).toHaveLength(1);
    await surveys.deleteSurvey(surveyId);
    expect(await deliveriesOf(platform, webhook.id)).toEqual([]);
  });

  test("hears no answer that was sent before its survey went into the bin, and waited", async () => {
    const { platform, surveyId, submit, receiver, deliverer } = await startOfAccount({
      events: ["answer.create"],
    });
    await submit();
    await platform.database.write((transaction) =>
      binSurvey(transaction, { surveyId }, platform.store.outbox),
    );
    await deliverer.deliverDue();
    expect(receiver.events).toEqual([]);
  });
});

describe("titles", () => {
  test("stand beside the ids in events of a webhook that asks for them, and in no others", async () => {
    const { platform, surveyId, submit, receiver, deliverer } = await startOfAccount({
      events: ["answer.create"],
      hasTitles: true,
    });
    await addWebhook(
      platform,
      { kind: "survey", id: surveyId },
      { ...receiver, url: `http://${receiver.host}/plain` },
    );
    await submit();
    await deliverer.deliverDue();
    const titled = receiver.events.find(({ path }) => path !== "/plain")?.body;
    const plain = receiver.events.find(({ path }) => path === "/plain")?.body;
    expect(titled?.id).toBe(plain?.id);
    expect(titled?.payload["survey_title"]).toBe("Colours");
    const title = colours.pages[0]?.questions.find(({ id }) => id === colours.radioId)?.title;
    expect(title).not.toBe("");
    expect(JSON.stringify(titled?.payload["answer"])).toContain(JSON.stringify(title));
    expect(plain?.payload).not.toHaveProperty("survey_title");
    expect(JSON.stringify(plain)).not.toContain('"title"');
  });
});

describe("a test event", () => {
  test("has the newest answer, and no longer once the answer is deleted", async () => {
    const { platform, surveyId, submit, receiver, deliverer, owned } = await startOfAccount({
      events: ["answer.create"],
    });
    const send = () => platform.store.write(sendTestEvent, owned, platform.store.outbox);
    await submit();
    await submit({ values: { [colours.radioId]: [colours.green] } });
    await send();
    await deliverer.deliverDue();
    const sent = receiver.events.find(({ body }) => body.action === "webhook.test");
    expect(sent?.body.payload).toMatchObject({
      webhook_id: owned.webhookId,
      newest_answer: { survey_id: surveyId, answer_id: 2, ip: "192.0.2.1" },
    });
    await send();
    await deleteAnswer(platform, surveyId, 2);
    await deliverer.deliverDue();
    expect(JSON.stringify(receiver.events.at(-1)?.body)).not.toContain(colours.green);
  });

  test("has none for a webhook that gets no answers", async () => {
    const { platform, submit, receiver, deliverer, owned } = await startOfAccount({});
    await submit();
    await platform.store.write(sendTestEvent, owned, platform.store.outbox);
    await deliverer.deliverDue();
    expect(receiver.events.map(({ body }) => body.payload)).toEqual([
      { webhook_id: owned.webhookId, newest_answer: null },
    ]);
  });
});
