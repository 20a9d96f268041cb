import { expect, test } from "vitest";
import { createClient, fromTeamSecret } from "../../src/index.ts";
import { createMockPlatform, mockSample } from "../../src/testing/mock-platform.ts";

const [, team] = mockSample.applications;
const url = "https://hooks.example/surveys";

function start() {
  const mock = createMockPlatform();
  const platform = { baseUrl: mock.baseUrl, fetch: mock.fetch, sleep: async () => undefined };
  const source = fromTeamSecret(platform, { appid: team.appid, secret: team.secret });
  return { mock, webhooks: createClient({ platform, source }).webhooks };
}

test.each([{ surveyId: 4 }, { userId: team.teamId }])(
  "a program manages the webhooks of %o",
  async (owner) => {
    const { webhooks } = start();
    const { id, secret } = await webhooks.create(owner, { url, is_active: true });
    expect(secret).toMatch(/^whsec_/);
    expect(await webhooks.list(owner)).toMatchObject({ total: 1, list: [{ id, secret: "" }] });
    expect(await webhooks.get(owner, id)).toMatchObject({ url, is_active: true });
    await webhooks.sendTest(owner, id);
    expect(await webhooks.resend(owner, id, { since: 0 })).toBe(0);
    expect((await webhooks.replaceSecret(owner, id)).secret).not.toBe(secret);
    expect(await webhooks.update(owner, id, { is_active: false })).toMatchObject({ url, is_active: false });
    expect(await webhooks.deliveries(owner, id, { perPage: 5, state: "failed" })).toMatchObject({ list: [] });
    await expect(webhooks.delivery(owner, id, 1)).rejects.toMatchObject({ type: "not_found" });
    await webhooks.delete(owner, id);
    expect(await webhooks.list(owner)).toEqual({ total: 0, list: [] });
    expect(await webhooks.senders()).toEqual([]);
  },
);

test("a webhook whose response is lost is there once; its secret has to be replaced", async () => {
  const { mock, webhooks } = start();
  await webhooks.senders();
  mock.inject({ kind: "lost_response", on: "data" });
  expect((await webhooks.create({ surveyId: 4 }, { url })).secret).toBe("");
  expect((await webhooks.list({ surveyId: 4 })).total).toBe(1);
});

test("a deletion whose response is lost succeeds when it is sent again", async () => {
  const { mock, webhooks } = start();
  const { id } = await webhooks.create({ surveyId: 4 }, { url });
  mock.inject({ kind: "lost_response", on: "data" });
  await webhooks.delete({ surveyId: 4 }, id);
  expect((await webhooks.list({ surveyId: 4 })).total).toBe(0);
});

test("what is no id never becomes a path", async () => {
  const { mock, webhooks } = start();
  for (const owner of [{ userId: "../surveys" }, { surveyId: "1/answers" }])
    await expect(webhooks.list(owner)).rejects.toMatchObject({ type: "invalid_argument" });
  await expect(webhooks.get({ surveyId: 4 }, 1.5)).rejects.toMatchObject({ type: "invalid_argument" });
  expect(mock.calls).toEqual([]);
});
