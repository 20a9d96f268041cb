import { noLogic } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { deleteAnswer } from "../support/delete-answer.ts";
import { colours } from "../support/collecting-survey.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { teamIdOf } from "../support/routes/team-routes.ts";
import { listRespondents, registerAccount } from "../support/third-party.ts";
import { addWebhook, answerIds, deliveriesOf, program, startWebhooks, verify } from "../support/webhooks.ts";
import { changeWebhook } from "../../src/store/webhooks/change-webhook.ts";
import { resendDelivery } from "../../src/store/webhooks/webhook-log.ts";
import { unlimited } from "../../src/store/surveys/survey-reach.ts";

const hour = 3_600_000;

describe("an answer", () => {
  test("is sent to the webhook of its survey, with the fields of the interface", async () => {
    const { surveyId, submit, receiver, deliverer } = await startWebhooks();
    await submit({ referrer: "https://from.example/", address: "192.0.2.9" });
    await deliverer.deliverDue();
    expect(receiver.events).toHaveLength(1);
    const [{ body } = { body: undefined }] = receiver.events;
    expect(Object.keys(body ?? {})).toEqual(["id", "object", "action", "created_at", "payload"]);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      object: "Answer",
      action: "answer.create",
      created_at: "2026-11-21 16:00:00",
    });
    expect(body?.payload).toEqual({
      survey_id: surveyId,
      survey_hash: expect.stringMatching(/^[0-9a-f]+$/),
      answer_id: 1,
      respondent_id: 0,
      respondent_type: 0,
      openid: "",
      started_at: "2026-11-21 15:59:00",
      ended_at: "2026-11-21 16:00:00",
      duration: 60,
      country: "",
      province: "",
      city: "",
      ip: "192.0.2.9",
      ua: "phone",
      referrer: "https://from.example/",
      third_party_user: { respondent_id: 0, openid: "", nickname: "" },
      answer: expect.arrayContaining([expect.objectContaining({ questions: expect.any(Array) })]),
    });
  });

  test("names the text that its respondent agreed to, where there was one", async () => {
    const { submit, receiver, deliverer } = await startWebhooks();
    await submit({ consentVersion: 2 });
    await deliverer.deliverDue();
    expect(receiver.events[0]?.body.payload).toHaveProperty("consent_version", 2);
  });

  test("with text of any script is signed so that the standardwebhooks package accepts it", async () => {
    const { submit, receiver, deliverer, secret, platform } = await startWebhooks();
    const respondent = { id: 7, openid: "o-7", nickname: '田中 – Zoë 🎉 "ip":"" \u2028' };
    await submit({ respondent });
    platform.clock.now = Date.now();
    await deliverer.deliverDue();
    const [event] = receiver.events;
    expect(event?.body.payload["third_party_user"]).toMatchObject({ nickname: respondent.nickname });
    const verified = verify(secret, event);
    expect(verified).toEqual(event?.body);
    expect(event?.headers["webhook-id"]).toBe(event?.body.id);
    const forged = Buffer.from(event?.raw.toString().replace("田中", "田") ?? "");
    expect(() => verify(secret, event, forged)).toThrow(/signature/i);
  });

  test("that is changed or deleted is sent too, and the sequence of a survey has no gaps", async () => {
    const { surveys, surveyId, submit, receiver, deliverer, platform } = await startWebhooks();
    await surveys.changeSettings({ surveyId, settings: { allowsAnswerUpdates: true } });
    await submit();
    await submit();
    const values = { [colours.radioId]: [colours.green] };
    const answer = { serial: 1 } as const;
    await surveys.changeAnswer({ surveyId, answer, version: 1, values, customArguments: {} });
    await deliverer.deliverDue();
    await deleteAnswer(platform, surveyId, 2);
    await deleteAnswer(platform, surveyId, 1);
    await deliverer.deliverDue();
    expect(receiver.events.map(({ body }) => body.action)).toEqual([
      "answer.create",
      "answer.create",
      "answer.update",
      "answer.delete",
      "answer.delete",
    ]);
    expect(answerIds(receiver.events)).toEqual([1, 2, 1, 2, 1]);
    expect(receiver.events.map(({ headers }) => headers["webhook-sequence"])).toEqual([
      "1",
      "2",
      "3",
      "4",
      "5",
    ]);
    expect(JSON.stringify(receiver.events[2]?.body.payload["answer"])).toContain(colours.green);
  });

  test("costs nothing when no webhook listens: nothing is written", async () => {
    const { platform, submit, webhook, owner, surveyId } = await startWebhooks();
    const off = { owner, webhookId: webhook.id, isActive: false, userId: 0, grantId: null };
    await platform.store.write(changeWebhook, off, { actor: program, outbox: platform.store.outbox });
    await submit();
    expect(await deliveriesOf(platform, webhook.id)).toEqual([]);
    const query = platform.database.reader.kysely
      .selectFrom("surveys")
      .select("answer_webhooks as listeners");
    expect(await query.where("id", "=", surveyId).executeTakeFirst()).toEqual({ listeners: 0 });
  });
});

describe("the address of a respondent", () => {
  test("is in an event for as long as the survey keeps it, and no longer, also when it is sent again", async () => {
    const { platform, surveys, surveyId, submit, receiver, deliverer, webhook, owner } =
      await startWebhooks();
    await surveys.changeSettings({ surveyId, settings: { addressDays: 2 } });
    await submit({ address: "192.0.2.77" });
    await deliverer.deliverDue();
    platform.clock.now += 48 * hour;
    await platform.store.sweepExpired();
    expect(
      JSON.stringify(
        await platform.database.reader.kysely.selectFrom("webhook_deliveries").selectAll().execute(),
      ),
    ).not.toContain("192.0.2.77");
    const [delivery] = await deliveriesOf(platform, webhook.id);
    await platform.store.write(resendDelivery, {
      owner,
      webhookId: webhook.id,
      deliveryId: delivery?.id ?? 0,
      within: unlimited,
    });
    await deliverer.deliverDue();
    expect(receiver.events.map(({ body }) => body.payload["ip"])).toEqual(["192.0.2.77", ""]);
  });
});

describe("what happens to surveys", () => {
  test("is sent to the webhook of the account that owns them", async () => {
    const { platform, surveys, receiver, deliverer, surveyId } = await startWebhooks();
    const userId = (await platform.store.findUserByUsername("bob"))?.id ?? 0;
    await addWebhook(
      platform,
      { kind: "user", id: userId },
      { ...receiver, url: `http://${receiver.host}/surveys` },
    );
    const definition = {
      title: "Größe „1\u201c",
      prefix: "",
      suffix: "",
      pages: colours.pages,
      logic: noLogic,
    };
    const made = await surveys.createSurvey({ ownerId: userId, creatorUserId: userId, definition });
    await surveys.publishSurvey({ surveyId: made.id, revision: 1, editorUserId: userId });
    await surveys.saveDraft({ surveyId: made.id, revision: 1, definition: { ...definition, title: "" } });
    await surveys.saveDraft({ surveyId: made.id, revision: 1, definition: { ...definition, title: "late" } });
    await surveys.changeSettings({ surveyId: made.id, settings: { state: 3 } });
    await surveys.deleteSurvey(made.id);
    await surveys.changeSettings({ surveyId, settings: { state: 3 } });
    await deliverer.deliverDue();
    const events = receiver.events.filter(({ path }) => path === "/surveys");
    expect(
      events.map(({ body, headers }) => [body.action, body.payload["id"], headers["webhook-sequence"]]),
    ).toEqual([
      ["survey.created", made.id, "1"],
      ["survey.updated", made.id, "2"],
      ["survey.updated", made.id, "3"],
      ["survey.updated", made.id, "4"],
      ["survey.deleted", made.id, "5"],
      ["survey.updated", surveyId, "1"],
    ]);
    expect(events[1]?.body).toEqual({
      id: expect.any(String),
      object: "Survey",
      action: "survey.updated",
      created_at: "2026-11-21 16:00:00",
      payload: {
        object: "Survey",
        id: made.id,
        hash: made.hash,
        title: definition.title,
        owner_user_id: userId,
        editor_user_id: userId,
        state: 2,
        created_at: "2026-11-21 16:00:00",
        updated_at: "2026-11-21 16:00:00",
        trace_id: expect.any(String),
      },
    });
    expect(receiver.events).toHaveLength(events.length);
  });

  test("includes that it is for listed respondents from the first of them on", async () => {
    const { platform, receiver, deliverer } = await startWebhooks();
    const teamId = await teamIdOf(platform, "Acme");
    const surveyId = await surveyIdOf(platform, "acme-1");
    await addWebhook(platform, { kind: "team", id: teamId }, receiver);
    const respondentIds = [await registerAccount(platform, "p-1"), await registerAccount(platform, "p-2")];
    for (const id of respondentIds) await listRespondents(platform, { surveyId, respondentIds: [id] });
    await deliverer.deliverDue();
    expect(receiver.events.map(({ body }) => [body.action, body.payload["id"]])).toEqual([
      ["survey.updated", surveyId],
    ]);
  });
});
