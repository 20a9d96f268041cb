import { describe, expect, test } from "vitest";
import { obtainTeamToken } from "../../support/flows.ts";
import { surveyIdOf } from "../../support/routes/survey-routes.ts";
import { type Envelope, startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";
import { delivererOf } from "../../support/webhooks.ts";

type Data = Readonly<Record<string, unknown>>;

/** The team of the sample and a survey of it, and what calls the API with its token. */
async function startAsTeam() {
  const platform = await startTestPlatform({ webhookAllow: "127.0.0.0/8", webhookSenders: "203.0.113.7" });
  const token = { appid: "acme_team", access_token: await obtainTeamToken(platform) };
  const { data } = await platform.call<{ list: readonly { id: number }[] }>("/api/surveys", token);
  const surveyId = data.list[0]?.id ?? 0;
  const call = callerWith(platform, token);
  return { platform, token, surveyId, call, hooks: `/api/surveys/${surveyId}/webhooks` };
}

function callerWith(platform: TestPlatform, token: Readonly<Record<string, string>>) {
  return async (method: "GET" | "POST" | "DELETE", path: string, body?: Data, key?: string) => {
    const separator = path.includes("?") ? "&" : "?";
    const response = await platform.fetch(`${path}${separator}${new URLSearchParams(token).toString()}`, {
      method,
      ...(body && {
        headers: { "Content-Type": "application/json", ...(key !== undefined && { "Idempotency-Key": key }) },
        body: JSON.stringify(body),
      }),
    });
    // A test of its own holds the shape.
    return (await response.json()) as Envelope;
  };
}

async function teamOf({ database }: TestPlatform, surveyId: number): Promise<number> {
  const query = database.reader.kysely
    .selectFrom("surveys")
    .select("owner_id as id")
    .where("id", "=", surveyId);
  return (await query.executeTakeFirstOrThrow()).id;
}

describe("a team's program", () => {
  test("creates, reads, changes and deletes a webhook of a survey; the secret is shown once", async () => {
    const { surveyId, call, hooks } = await startAsTeam();
    const made = await call("POST", hooks, { url: "https://hooks.example/a?b=c", is_active: false });
    expect(made).toMatchObject({ code: "OK" });
    expect(made.data).toEqual({
      id: expect.any(Number),
      user_id: 0,
      object: `Survey_${surveyId}`,
      url: "https://hooks.example/a?b=c",
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      is_active: false,
      options: '{"listenedResources":["answer"]}',
      events: ["answer.create", "answer.update", "answer.delete"],
      titles: false,
      off_reason: "",
      created_at: "2026-11-21 16:00:00",
      updated_at: "2026-11-21 16:00:00",
    });
    const { id } = made.data;
    const shown = { ...made.data, secret: "" };
    expect((await call("GET", `${hooks}/${String(id)}`)).data).toEqual(shown);
    expect((await call("GET", hooks)).data).toEqual({ total: 1, list: [shown] });
    const changed = await call("POST", `${hooks}/${String(id)}`, {
      url: "https://other.example/",
      is_active: "0",
    });
    expect(changed.data).toEqual({ ...shown, url: "https://other.example/" });
    expect((await call("DELETE", `${hooks}/${String(id)}`)).data).toEqual({ result: "success" });
    expect((await call("GET", `${hooks}/${String(id)}`)).error.type).toBe("not_found");
    expect((await call("DELETE", `${hooks}/${String(id)}`)).error.type).toBe("not_found");
    expect((await call("GET", hooks)).data).toEqual({ total: 0, list: [] });
  });

  test("chooses events and titles; one of a survey gets no events of surveys, and one of the team any", async () => {
    const { platform, surveyId, call, hooks } = await startAsTeam();
    const url = "https://hooks.example/";
    const made = await call("POST", hooks, { url, events: ["answer.create"], titles: true });
    expect(made.data).toMatchObject({ events: ["answer.create"], titles: true });
    const one = `${hooks}/${String(made.data["id"])}`;
    for (const events of [["survey.created"], [], ["answer.created"]])
      expect((await call("POST", one, { events })).error).toMatchObject({ type: "invalid_argument" });
    expect((await call("POST", one, { titles: false })).data).toMatchObject({
      events: ["answer.create"],
      titles: false,
    });
    const ofTeam = `/api/users/${await teamOf(platform, surveyId)}/webhooks`;
    expect((await call("POST", ofTeam, { url })).data).toMatchObject({
      options: '{"listenedResources":["survey"]}',
      events: ["survey.created", "survey.updated", "survey.deleted"],
    });
    const both = { url, events: ["answer.create", "survey.deleted"] };
    expect((await call("POST", ofTeam, both)).data).toMatchObject({
      options: '{"listenedResources":["answer","survey"]}',
      events: both.events,
    });
  });

  test("gets the secret with the first response only when it sends a call again", async () => {
    const { call, hooks } = await startAsTeam();
    const fields = { url: "https://hooks.example/" };
    const first = await call("POST", hooks, fields, "key-1");
    const second = await call("POST", hooks, fields, "key-1");
    expect(first.data["secret"]).toMatch(/^whsec_/);
    expect(second.data).toEqual({ ...first.data, secret: "" });
    expect((await call("GET", hooks)).data["total"]).toBe(1);
  });

  test("sends a test event, replaces the secret, reads the log and sends events again", async () => {
    const { platform, call, hooks } = await startAsTeam();
    const receiver = await startReceiver();
    const made = await call("POST", hooks, { url: receiver.url, is_active: true });
    const hook = `${hooks}/${String(made.data["id"])}`;
    const deliverer = delivererOf(platform);
    await deliverer.deliverDue();
    expect((await call("POST", `${hook}/test`)).data).toEqual({ result: "success" });
    await deliverer.deliverDue();
    expect(receiver.events.map(({ body }) => [body.object, body.action])).toEqual([
      ["Webhook", "webhook.test"],
      ["Webhook", "webhook.test"],
    ]);
    const replaced = await call("POST", `${hook}/secret`);
    expect(replaced.data["secret"]).toMatch(/^whsec_/);
    expect(replaced.data["secret"]).not.toBe(made.data["secret"]);
    const log = await call("GET", `${hook}/deliveries?per_page=1`);
    expect(log.data["list"]).toEqual([
      expect.objectContaining({ object: "Webhook", state: "delivered", attempts: 1, next_attempt_at: "" }),
    ]);
    const next = await call("GET", `${hook}/deliveries?last_id=${String(log.data["last_id"])}`);
    expect(next.data["list"]).toHaveLength(1);
    const delivery = `${hook}/deliveries/${String(log.data["last_id"])}`;
    expect((await call("GET", delivery)).data["tries"]).toEqual([
      expect.objectContaining({ status: 204, failure: "", response: "" }),
    ]);
    expect((await call("POST", `${hook}/resend`, { delivery_id: log.data["last_id"] })).data).toEqual({
      count: 1,
    });
    expect((await call("POST", `${hook}/resend`, { since: 0 })).data).toEqual({ count: 0 });
    await deliverer.deliverDue();
    expect(receiver.events).toHaveLength(3);
    expect((await call("POST", `${hook}/resend`, { delivery_id: 999_999 })).error.type).toBe("not_found");
  });

  test("creates a webhook for the events of all its surveys", async () => {
    const { platform, surveyId, call } = await startAsTeam();
    const team = await teamOf(platform, surveyId);
    const made = await call("POST", `/api/users/${team}/webhooks`, { url: "https://hooks.example/" });
    expect(made.data).toMatchObject({ object: `User_${team}`, options: '{"listenedResources":["survey"]}' });
    expect((await call("GET", `/api/users/${team}/webhooks`)).data["total"]).toBe(1);
    expect(
      (await call("POST", `/api/users/${team + 1}/webhooks`, { url: "https://hooks.example/" })).error.type,
    ).toBe("claim_error");
  });

  test("sees from which addresses events come", async () => {
    const { call } = await startAsTeam();
    expect((await call("GET", "/api/webhooks/ip")).data).toEqual({ list: ["203.0.113.7"] });
  });

  test.each([
    ["http://10.0.0.1/", "invalid_argument_url"],
    ["https://hooks.example:8443/", "invalid_argument_url"],
    ["https://me@hooks.example/", "invalid_argument_url"],
    ["ftp://hooks.example/", "invalid_argument_url"],
    ["", "invalid_argument"],
    [7, "invalid_argument"],
    [`https://hooks.example/${"x".repeat(1000)}`, "invalid_argument"],
  ])("cannot have events sent to %j", async (url, type) => {
    const { call, hooks } = await startAsTeam();
    expect((await call("POST", hooks, { url })).error.type).toBe(type);
    expect((await call("GET", hooks)).data["total"]).toBe(0);
  });

  test("finds a webhook at its own survey only", async () => {
    const { platform, token, surveyId, call, hooks } = await startAsTeam();
    const { data } = await platform.call<{ list: readonly { id: number }[] }>("/api/surveys", token);
    const other = data.list.find(({ id }) => id !== surveyId)?.id ?? 0;
    const made = await call("POST", hooks, { url: "https://hooks.example/" });
    const elsewhere = `/api/surveys/${other}/webhooks/${String(made.data["id"])}`;
    expect((await call("GET", `/api/surveys/${other}/webhooks`)).data).toEqual({ total: 0, list: [] });
    expect((await call("GET", elsewhere)).error.type).toBe("not_found");
    expect((await call("POST", elsewhere, { is_active: false })).error.type).toBe("not_found");
    expect((await call("DELETE", elsewhere)).error.type).toBe("not_found");
    expect((await call("GET", hooks)).data["total"]).toBe(1);
  });

  test("does not reach webhooks of another owner's survey: they are as good as missing", async () => {
    const { platform, call, hooks } = await startAsTeam();
    const other = `/api/surveys/${await surveyIdOf(platform, "ada-1")}/webhooks`;
    const made = await call("POST", hooks, { url: "https://hooks.example/" });
    const calls = [
      call("GET", other),
      call("POST", other, { url: "https://hooks.example/" }),
      call("GET", `${other}/${String(made.data["id"])}`),
      call("POST", `${other}/${String(made.data["id"])}`, { is_active: true }),
      call("DELETE", `${other}/${String(made.data["id"])}`),
      call("POST", `${other}/${String(made.data["id"])}/secret`),
      call("POST", `${other}/${String(made.data["id"])}/test`),
      call("POST", `${other}/${String(made.data["id"])}/resend`),
      call("GET", `${other}/${String(made.data["id"])}/deliveries`),
      call("GET", `${other}/${String(made.data["id"])}/deliveries/1`),
    ];
    for (const { error } of await Promise.all(calls)) expect(error.type).toBe("not_found");
    expect((await call("GET", hooks)).data["total"]).toBe(1);
  });
});
