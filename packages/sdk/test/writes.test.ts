import { expect, test } from "vitest";
import { SurveyPlatformError } from "../src/index.ts";
import { teamClient } from "./support/wire.ts";

const text = "Lunch\n\n\n\nWhat?[Single Line Text]";

test("a program creates a survey, publishes it, and sends, changes and counts answers", async () => {
  const { sent, client } = teamClient();
  expect(await client.surveys.create({ text: "Lunch", org: 2001 })).toMatchObject({ survey_id: 1 });
  await client.surveys.changeSettings(4, { state: 2, is_allow_update_answer: true });
  expect(await client.surveys.addCustomArgument(4, { title: "shop" })).toMatchObject({
    survey_id: 4,
    title: "shop",
  });
  expect(await client.answers.create(4, { pages: [] })).toEqual({ survey_id: 4, answer_id: 1 });
  expect(await client.answers.update(4, 7, { pages: [] })).toEqual({ survey_id: 4, answer_id: 7 });
  expect((await client.surveys.report(4, { interval: "1d" })).status).toEqual([{ key: "key", count: 1 }]);
  expect(sent).toEqual([
    'POST /api/surveys {"text":"Lunch","org":2001}',
    'POST /api/surveys/4/settings {"state":2,"is_allow_update_answer":true}',
    'POST /api/surveys/4/custom_args {"title":"shop"}',
    'POST /api/surveys/4/answers {"answer":{"pages":[]}}',
    'POST /api/surveys/4/answers/7 {"answer":{"pages":[]}}',
    'POST /api/surveys/4/report_aggs {"interval":"1d"}',
  ]);
});

test("a call whose response is lost is sent again with its key", async () => {
  const { mock, keys, client } = teamClient();
  await client.surveys.list();
  mock.inject({ kind: "lost_response", on: "data" });
  await client.surveys.create({ text });
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test("each call has a key of its own, unless one is given", async () => {
  const { keys, client } = teamClient();
  await client.surveys.create({ text });
  await client.surveys.create({ text });
  await client.surveys.create({ text }, { idempotencyKey: "mine" });
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("mine");
});

test("a POST without a key is not sent again", async () => {
  const { mock, keys, client } = teamClient();
  await client.surveys.list();
  mock.inject({ kind: "lost_response", on: "data" });
  const sent = client.call("/api/surveys", { method: "POST", body: { text } });
  await expect(sent).rejects.toBeInstanceOf(SurveyPlatformError);
  expect(keys).toEqual([null]);
});

test("what is no id of a survey or an answer never becomes a path", async () => {
  const { sent, client } = teamClient();
  for (const id of ["../users", "1/answers", ""])
    await expect(client.surveys.changeSettings(id, {})).rejects.toMatchObject({ type: "invalid_argument" });
  await expect(client.answers.update(1, "../2", { pages: [] })).rejects.toMatchObject({
    type: "invalid_argument",
  });
  expect(sent).toEqual([]);
});
