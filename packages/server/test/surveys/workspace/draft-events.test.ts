import { expect, test } from "vitest";
import type { TestPlatform } from "../../support/test-platform.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import { addWebhook, delivererOf } from "../../support/webhooks.ts";
import { sendMultipart } from "../../support/upload-form.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

/** The fields of the form of a question, unchanged but for the title. */
const retitled = { title: "Well?", type: "radio", required: "on", do: "save" };

/** Ada's webhook. @returns what its events say so far: the action, the editor and the title */
async function listen(platform: TestPlatform) {
  const userId = (await platform.store.findUserByUsername("ada"))?.id ?? 0;
  const receiver = await startReceiver();
  await addWebhook(platform, { kind: "user", id: userId }, receiver);
  const events = async () => {
    await delivererOf(platform).deliverDue();
    return receiver.events.map(({ body }) => [
      body.action,
      body.payload["editor_user_id"],
      body.payload["title"],
    ]);
  };
  return { userId, events };
}

test("the events of a survey that was never published name the user who saved the draft, in every form", async () => {
  const { platform, ada, address, question } = await surveyOfAda();
  const { userId, events } = await listen(platform);
  const { id, options } = await question(0);
  const kept = Object.fromEntries(options.map((option) => [`option-${option.id}`, option.text]));
  const saves: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ["/edit/texts", { title: "Dinner", prefix: "", suffix: "", scene: "1" }],
    [`/edit/questions/${id}`, { ...retitled, ...kept }],
    ["/edit/logic", { rules: "if Q1 = A1 then hide Q2" }],
    ["/edit", { do: `down ${id}` }],
    ["/edit", { do: "undo" }],
  ];
  for (const [path, fields] of saves) {
    const form = `${address}${path}`;
    expect((await ada.submit(await ada.get(form), form, fields)).status).toBe(303);
  }
  expect(userId).toBeGreaterThan(0);
  expect((await events()).map(([action, editor]) => [action, editor])).toEqual(
    saves.map(() => ["survey.updated", userId]),
  );
});

test("a draft that is saved after the survey was published is an event too, with the title that is published", async () => {
  const { platform, ada, address } = await surveyOfAda();
  await ada.submit(await ada.get(address), `${address}/publish`);
  const { userId, events } = await listen(platform);
  const form = `${address}/edit/texts`;
  await ada.submit(await ada.get(form), form, { title: "Dinner", prefix: "", suffix: "", scene: "1" });
  expect(await events()).toEqual([["survey.updated", userId, "Lunch"]]);
  await ada.submit(await ada.get(address), `${address}/publish`);
  expect((await events()).slice(1)).toEqual([["survey.updated", userId, "Dinner"]]);
});

test("a draft of another editor that refuses a change leaves no event of it", async () => {
  const { platform, ada, address, id, draft } = await surveyOfAda();
  await ada.submit(await ada.get(address), `${address}/publish`);
  const form = `${address}/edit/texts`;
  const opened = await ada.get(form);
  const { revision, definition } = await draft();
  await platform.store.surveys.saveDraft({
    surveyId: id,
    revision,
    definition: { ...definition, title: "Tea" },
  });
  const { events } = await listen(platform);
  await ada.submit(opened, form, { title: "Dinner", prefix: "", suffix: "", scene: "1" });
  expect(await events()).toEqual([]);
});

test.each([
  ["a text", "text", "Tea\n\n\n\nHow was it?[Single Choice]\nGood\nBad"],
  ["JSON", "json", undefined],
])("a survey that is made from %s is an event", async (_, from, text) => {
  const { platform, ada, address } = await surveyOfAda();
  const { userId, events } = await listen(platform);
  const saved = text ?? (await ada.get(`${address}/json`)).html.replace('"Lunch"', '"Tea"');
  const page = await ada.get(`/surveys/new?from=${from}`);
  expect((await ada.submit(page, "/surveys/new", { text: saved })).status).toBe(303);
  expect(await events()).toEqual([["survey.created", userId, "Tea"]]);
});

test("a survey that is made from a file is an event", async () => {
  const { platform, ada } = await surveyOfAda();
  const { userId, events } = await listen(platform);
  const text = JSON.stringify({ title: "Tea", elements: [{ type: "comment", name: "how" }] });
  const page = await ada.get("/surveys/new?from=file");
  const shown = await sendMultipart(ada, page, "/surveys/new/look", { text });
  expect(await events()).toEqual([]);
  expect((await sendMultipart(ada, shown, "/surveys/new/import", {})).status).toBe(303);
  expect(await events()).toEqual([["survey.created", userId, "Tea"]]);
});
