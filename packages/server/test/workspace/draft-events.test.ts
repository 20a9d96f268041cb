import { expect, test } from "vitest";
import { startReceiver } from "../support/webhook-receiver.ts";
import { addWebhook, delivererOf } from "../support/webhooks.ts";
import { surveyOfAda } from "./support/survey-of-ada.ts";

/** The fields of the form of a question, unchanged but for the title. */
const retitled = { title: "Well?", type: "radio", required: "on", do: "save" };

test("the events of a survey that was never published name the user who saved the draft, in every form", async () => {
  const { platform, ada, address, question } = await surveyOfAda();
  const userId = (await platform.store.findUserByUsername("ada"))?.id ?? 0;
  const receiver = await startReceiver();
  await addWebhook(platform, { kind: "user", id: userId }, receiver);
  const editors = async () => {
    await delivererOf(platform).deliverDue();
    return receiver.events.map(({ body }) => [body.action, body.payload["editor_user_id"]]);
  };
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
  expect(await editors()).toEqual(saves.map(() => ["survey.updated", userId]));
});
