import { expect, test } from "vitest";
import { InvalidDeclarationError } from "../../src/declaration/invalid-declaration-error.ts";
import { sampleDeclaration } from "../support/sample-declaration.ts";
import { declare } from "../support/declare.ts";
import { startTestPlatform } from "../support/test-platform.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { addWebhook, answerIds, delivererOf } from "../support/webhooks.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const [withAnswers] = sampleDeclaration.surveys ?? [];
if (withAnswers === undefined) throw new Error("the sample has no survey");

/** A platform with webhooks of Ada and of her survey with answers. */
async function startListening() {
  const platform = await startTestPlatform();
  const receiver = await startReceiver();
  const userId = (await platform.store.findUserByUsername("ada"))?.id ?? 0;
  const surveyId = await surveyIdOf(platform, "ada-1");
  const at = (path: string) => ({ ...receiver, url: `http://${receiver.host}${path}` });
  await addWebhook(platform, { kind: "user", id: userId }, at("/surveys"));
  await addWebhook(platform, { kind: "survey", id: surveyId }, at("/answers"));
  const eventsAt = async (path: string) => {
    await delivererOf(platform).deliverDue();
    return receiver.events.filter((event) => event.path === path);
  };
  return { platform, surveyId, eventsAt };
}

test("a survey that a file declares, and one that it changes, are events, and one that stays as it is is none", async () => {
  const { platform, surveyId, eventsAt } = await startListening();
  const fresh = { ...withAnswers, key: "fresh", title: "Fresh", state: "paused" as const, answers: [] };
  const surveys = [withAnswers, fresh];
  await declare(platform, { surveys });
  await declare(platform, { surveys });
  await declare(platform, { surveys: [{ ...withAnswers, title: "Renamed" }] });
  const freshId = await surveyIdOf(platform, "fresh");
  const told = (await eventsAt("/surveys")).map(({ body }) => [
    body.action,
    body.payload["id"],
    body.payload["title"],
    body.payload["state"],
    body.payload["editor_user_id"],
  ]);
  expect(told).toEqual([
    ["survey.created", freshId, "Fresh", 3, 0],
    ["survey.updated", surveyId, "Renamed", 2, 0],
  ]);
});

test("each answer that a file adds is an event, and those that are there already are none", async () => {
  const { platform, surveyId, eventsAt } = await startListening();
  const answers = [
    ...(withAnswers.answers ?? []),
    { started_at: "2026-11-02 09:00:00", ended_at: "2026-11-02 09:03:10", values: { "1": "No" } },
    { started_at: "2026-11-02 10:00:00", ended_at: "2026-11-02 10:03:10", values: { "1": "Yes" } },
  ];
  await declare(platform, { surveys: [{ ...withAnswers, answers }] });
  await declare(platform, { surveys: [{ ...withAnswers, answers }] });
  const events = await eventsAt("/answers");
  expect(answerIds(events)).toEqual([26, 27]);
  expect(events[0]?.body).toMatchObject({
    action: "answer.create",
    payload: { survey_id: surveyId, ended_at: "2026-11-02 09:03:10", duration: 190, ip: "" },
  });
});

test("a file that is refused leaves no event", async () => {
  const { platform, eventsAt } = await startListening();
  const renamed = { ...withAnswers, title: "Renamed", answers: [] };
  const unknown = { ...withAnswers, key: "unknown", owner: { user: "no-such-user" } };
  await expect(declare(platform, { surveys: [renamed, unknown] })).rejects.toBeInstanceOf(
    InvalidDeclarationError,
  );
  expect(await eventsAt("/surveys")).toEqual([]);
});
