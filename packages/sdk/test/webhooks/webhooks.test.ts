import { expect, test } from "vitest";
import { createClient, fromToken } from "../../src/index.ts";
import { answering, envelope, teamClient } from "../support/wire.ts";

const url = "https://hooks.example/surveys";
const lost = () => Promise.reject(new TypeError("fetch failed"));

test.each([
  [{ surveyId: 4 }, "/api/surveys/4/webhooks"],
  [{ userId: 2001 }, "/api/users/2001/webhooks"],
])("a program manages the webhooks of %o", async (owner, path) => {
  const { client, sent } = teamClient();
  const { webhooks } = client;
  expect(await webhooks.create(owner, { url, is_active: true })).toMatchObject({
    url,
    is_active: true,
    secret: expect.stringMatching(/^whsec_/),
  });
  expect(await webhooks.list(owner)).toMatchObject({ total: 1, list: [{ id: 1, secret: "" }] });
  expect(await webhooks.get(owner, 1)).toMatchObject({ url: "url", secret: "" });
  expect(await webhooks.update(owner, 1, { is_active: false })).toMatchObject({ is_active: false });
  expect((await webhooks.replaceSecret(owner, 1)).secret).toMatch(/^whsec_/);
  await webhooks.sendTest(owner, 1);
  expect(await webhooks.resend(owner, 1, { since: 0 })).toBe(1);
  const which = { before: 9, perPage: 5, state: "failed" } as const;
  expect(await webhooks.deliveries(owner, 1, which)).toMatchObject({ list: [] });
  expect(await webhooks.delivery(owner, 1, 3)).toMatchObject({ tries: [{ at: expect.any(String) }] });
  await webhooks.delete(owner, 1);
  expect(await webhooks.senders()).toEqual(["list"]);
  expect(sent).toEqual([
    `POST ${path} {"url":"${url}","is_active":true}`,
    `GET ${path}`,
    `GET ${path}/1`,
    `POST ${path}/1 {"is_active":false}`,
    `POST ${path}/1/secret {}`,
    `POST ${path}/1/test {}`,
    `POST ${path}/1/resend {"since":0}`,
    `GET ${path}/1/deliveries?last_id=9&per_page=5&state=failed`,
    `GET ${path}/1/deliveries/3`,
    `DELETE ${path}/1`,
    "GET /api/webhooks/ip",
  ]);
});

test("a deletion whose response is lost is sent again with its key", async () => {
  const { platform, asked } = answering(lost, () => envelope({ data: { result: "success" } }));
  const source = fromToken({ appid: "a", accessToken: "t" });
  await createClient({ platform, source }).webhooks.delete({ surveyId: 4 }, 1);
  const [first, second] = asked.map(({ init }) => new Headers(init.headers).get("idempotency-key"));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});

test("what is no id never becomes a path", async () => {
  const { client, sent } = teamClient();
  for (const owner of [{ userId: "../surveys" }, { surveyId: "1/answers" }])
    await expect(client.webhooks.list(owner)).rejects.toMatchObject({ type: "invalid_argument" });
  await expect(client.webhooks.get({ surveyId: 4 }, 1.5)).rejects.toMatchObject({ type: "invalid_argument" });
  expect(sent).toEqual([]);
});
