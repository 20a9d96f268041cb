import { describe, expect, it } from "vitest";
import { actorOf } from "../support/actor-of.ts";
import { colours } from "../support/collecting-survey.ts";
import { databaseContents } from "../support/database-contents.ts";
import { deleteAnswer } from "../support/delete-answer.ts";
import type { TestPlatform } from "../support/test-platform.ts";
import { registerAccount } from "../support/third-party.ts";
import { deliveriesOf, startWebhooks } from "../support/webhooks.ts";
import { deleteOwnAccount } from "../../src/store/people/delete-account.ts";
import { resendDelivery } from "../../src/store/webhooks/webhook-log.ts";
import { unlimited } from "../../src/store/surveys/survey-reach.ts";

const respondent = { id: 4_711, openid: "openid-of-mallory", nickname: "Mallory Canary" };
const referrer = "https://canary.example/from";
const address = "192.0.2.99";

/** Everything that the answer of {@link respondent} says. */
const canaries = [respondent.nickname, respondent.openid, String(respondent.id), referrer, address];

/** Where in the database one of the words is. The audit log is kept: it says who deleted what. */
async function found(platform: TestPlatform, words: readonly string[]): Promise<readonly string[]> {
  const { audit_log: _kept, ...tables } = await databaseContents(platform);
  return Object.entries(tables).flatMap(([table, rows]) => {
    const content = JSON.stringify(rows);
    return words.filter((word) => content.includes(word)).map((word) => `${table}: ${word}`);
  });
}

/** An export of a survey's answers up to a serial, with content. */
async function addExport({ surveys }: TestPlatform["store"], surveyId: number, upTo: number, isReady = true) {
  const id = `up-to-${upTo}-${isReady}`;
  await surveys.beginExport({ id, surveyId, format: "csv", upTo });
  await surveys.addExportPart({ id, part: 1, content: Buffer.from(`answers up to ${upTo}`) });
  if (isReady) await surveys.endExport({ id, state: "ready" });
  return id;
}

describe("a deleted answer", () => {
  it("is an event with ids and hash alone, and its earlier events say no more from then on, sent or not", async () => {
    const { platform, submit, receiver, deliverer, surveyId, surveys } = await startWebhooks();
    receiver.respond = (response, { raw }) => response.writeHead(200).end(raw);
    await submit({ respondent, referrer, address });
    const answer = await surveys.findAnswer({ surveyId, answer: { serial: 1 } });
    await deliverer.deliverDue();
    await surveys.changeSettings({ surveyId, settings: { allowsAnswerUpdates: true } });
    const change = { surveyId, answer: { serial: 1 }, version: 1, customArguments: {} } as const;
    await surveys.changeAnswer({ ...change, values: { [colours.radioId]: [colours.green] } });
    await deleteAnswer(platform, surveyId, 1);
    await deliverer.deliverDue();

    const payload = {
      survey_id: surveyId,
      survey_hash: expect.any(String),
      answer_id: 1,
      answer_hash: answer?.hash,
    };
    const [, ...afterwards] = receiver.events.map(({ body }) => body);
    // The change was waiting: no receiver learns what the answer said after it was deleted.
    expect(afterwards).toMatchObject([
      { object: "Answer", action: "answer.delete" },
      { object: "Answer", action: "answer.delete" },
    ]);
    expect(afterwards.map((body) => body.payload)).toEqual([payload, payload]);
    expect(await found(platform, canaries)).toEqual([]);
  });

  it("is not in an event that is sent again, and the log says which event it was", async () => {
    const { platform, submit, receiver, deliverer, surveyId, owner, webhook } = await startWebhooks();
    await submit({ respondent, referrer, address });
    await deliverer.deliverDue();
    await deleteAnswer(platform, surveyId, 1);
    await deliverer.deliverDue();
    const [, first] = await deliveriesOf(platform, webhook.id);
    expect(first?.action).toBe("answer.create");
    await platform.store.write(resendDelivery, {
      owner,
      webhookId: webhook.id,
      deliveryId: first?.id ?? 0,
      within: unlimited,
    });
    await deliverer.deliverDue();
    const again = receiver.events.at(-1);
    expect(again?.body).toMatchObject({ id: first?.eventId, action: "answer.delete" });
    expect(again?.raw.toString()).not.toContain(respondent.nickname);
  });

  it("takes no word out of the events of other answers and surveys", async () => {
    const { platform, submit, receiver, deliverer, surveyId } = await startWebhooks();
    await submit({ respondent });
    await submit({ respondent: { id: 8, openid: "o-8", nickname: "Other" } });
    await deleteAnswer(platform, surveyId, 1);
    await deliverer.deliverDue();
    const other = receiver.events.filter(({ body }) => body.payload["answer_id"] === 2);
    expect(other.map(({ body }) => body.payload["third_party_user"])).toEqual([
      { respondent_id: 8, openid: "o-8", nickname: "Other" },
    ]);
  });

  it("ends the exports that hold it, ready or in work, and no others", async () => {
    const { platform, submit, surveyId, surveys } = await startWebhooks();
    for (let n = 0; n < 3; n += 1) await submit();
    await addExport(platform.store, surveyId, 1);
    await addExport(platform.store, surveyId, 3);
    const inWork = await addExport(platform.store, surveyId, 2, false);
    await deleteAnswer(platform, surveyId, 2);
    const next = { id: inWork, part: 2, content: Buffer.from("more") };
    expect(await surveys.addExportPart(next)).toBe(false);
    await surveys.endExport({ id: inWork, state: "ready" });
    const exports = await surveys.listExports(surveyId);
    const states = Object.fromEntries(exports.map(({ upTo, state, bytes }) => [upTo, `${state} ${bytes}`]));
    expect(states).toEqual({ 1: "ready 15", 2: "outdated 0", 3: "outdated 0" });
    const parts = platform.database.reader.kysely.selectFrom("survey_export_parts").select("export_id");
    expect(await parts.execute()).toEqual([{ export_id: "up-to-1-true" }]);
  });

  it("ends the half-filled forms that change it", async () => {
    const { submit, surveyId, surveys, platform } = await startWebhooks();
    await submit();
    await submit();
    const form = { surveyId, version: 1, startedAt: 1, pageId: "p-1", values: { "q-1": "typed canary" } };
    for (const serial of [1, 2]) {
      const answer = await surveys.findAnswer({ surveyId, answer: { serial } });
      const customArguments = { "@change": answer?.hash ?? "" };
      await surveys.saveProgress({ ...form, customArguments, hash: `form ${serial}` });
    }
    await deleteAnswer(platform, surveyId, 1);
    expect(await surveys.findProgress({ surveyId, hash: "form 1" })).toBeUndefined();
    expect(await surveys.findProgress({ surveyId, hash: "form 2" })).toBeDefined();
  });
});

describe("a deleted account", () => {
  it("leaves no id, openid, nickname or address in answers, claims, events and exports; the answers stay", async () => {
    const { platform, submit, receiver, deliverer, surveyId, surveys } = await startWebhooks();
    receiver.respond = (response, { raw }) => response.writeHead(500).end(raw);
    const id = await registerAccount(platform, respondent.openid);
    await submit({ respondent: { ...respondent, id }, onceKey: `person:${id}`, address });
    await submit({
      respondent: { id: id + 1, openid: "o-2", nickname: "Other" },
      onceKey: `person:${id + 1}`,
    });
    const exportId = await addExport(platform.store, surveyId, 2);
    await deliverer.deliverDue();
    expect(await platform.store.write(deleteOwnAccount, id, actorOf("acme"))).toBeUndefined();

    const words = [respondent.nickname, respondent.openid, address, `person:${id}"`];
    expect(await found(platform, words)).toEqual([]);
    const [answer, other] = await surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 3 });
    expect(answer).toMatchObject({ respondentId: 0, respondentOpenid: "", respondentNickname: "" });
    expect(answer).toMatchObject({ address: "", addressUntil: null, onceKey: null });
    expect(answer?.valuesText).toContain(colours.radioId);
    expect(other).toMatchObject({ respondentId: id + 1, onceKey: `person:${id + 1}` });
    expect(await surveys.hasAnswered({ surveyId, onceKey: `person:${id}` })).toBe(false);
    expect(await surveys.hasAnswered({ surveyId, onceKey: `person:${id + 1}` })).toBe(true);
    expect(await surveys.listExports(surveyId)).toMatchObject([{ id: exportId, state: "outdated" }]);

    receiver.respond = (response) => response.writeHead(204).end();
    platform.clock.now += 10_000;
    await deliverer.deliverDue();
    const again = receiver.events.findLast(({ body }) => body.payload["answer_id"] === 1);
    expect(again?.body).toMatchObject({ action: "answer.create", payload: { respondent_id: 0, ip: "" } });
    const unnamed = { respondent_id: 0, openid: "", nickname: "" };
    expect(again?.body.payload).toMatchObject({ respondent_type: 0, third_party_user: unnamed });
    expect(again?.body.payload["answer"]).toEqual(expect.arrayContaining([expect.any(Object)]));
  });
});
