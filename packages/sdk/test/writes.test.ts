import { expect, test } from "vitest";
import { createClient, fromTeamSecret, SurveyPlatformError } from "../src/index.ts";
import { createMockPlatform, mockSample } from "../src/testing/mock-platform.ts";

const [, team] = mockSample.applications;
const text = "Lunch\n\n\n\nWhat?[Single Line Text]";

function start() {
  const mock = createMockPlatform();
  const keys: (string | null)[] = [];
  const platform = {
    baseUrl: mock.baseUrl,
    sleep: async () => undefined,
    fetch: (address: string, init?: RequestInit) => {
      const request = new Request(address, init);
      if (request.method === "POST") keys.push(request.headers.get("idempotency-key"));
      return mock.fetch(request);
    },
  };
  const source = fromTeamSecret(platform, { appid: team.appid, secret: team.secret });
  return { mock, keys, client: createClient({ platform, source }) };
}

test("a program creates a survey, publishes it, and sends, changes and counts answers", async () => {
  const { client } = start();
  const { id } = await client.surveys.create({ text, org: team.teamId });
  await client.surveys.changeSettings(id, { state: 2, is_allow_update_answer: true });
  expect(await client.surveys.addCustomArgument(id, { title: "shop" })).toMatchObject({
    question_id: "custom-arg-01",
  });
  const { pages } = await client.surveys.get(id);
  const [page] = pages;
  const answer = {
    pages: [{ id: page?.id ?? "", questions: [{ id: page?.questions[0]?.id ?? "", text: "Soup" }] }],
  };
  expect(await client.answers.create(id, answer)).toEqual({ survey_id: id, answer_id: 1 });
  expect(await client.answers.update(id, 1, answer)).toEqual({ survey_id: id, answer_id: 1 });
  expect((await client.surveys.report(id, { interval: "1d" })).status).toContainEqual({
    key: "valid",
    count: 1,
  });
});

test("a call whose response is lost is sent again with its key, and made once", async () => {
  const { mock, keys, client } = start();
  await client.surveys.list();
  mock.inject({ kind: "lost_response", on: "data" });
  await client.surveys.create({ text });
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect((await client.surveys.list()).total).toBe(2);
});

test("each call has a key of its own, unless one is given", async () => {
  const { keys, client } = start();
  await client.surveys.create({ text });
  await client.surveys.create({ text });
  await client.surveys.create({ text }, { idempotencyKey: "mine" });
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("mine");
});

test("a POST without a key is not sent again", async () => {
  const { mock, keys, client } = start();
  await client.surveys.list();
  mock.inject({ kind: "lost_response", on: "data" });
  const sent = client.call("/api/surveys", { method: "POST", body: { text } });
  await expect(sent).rejects.toBeInstanceOf(SurveyPlatformError);
  expect(keys).toEqual([null]);
});

test("what is no id of a survey or an answer never becomes a path", async () => {
  const { keys, client } = start();
  for (const id of ["../users", "1/answers", ""])
    await expect(client.surveys.changeSettings(id, {})).rejects.toMatchObject({ type: "invalid_argument" });
  await expect(client.answers.update(1, "../2", { pages: [] })).rejects.toMatchObject({
    type: "invalid_argument",
  });
  expect(keys).toEqual([]);
});
