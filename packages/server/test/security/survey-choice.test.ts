import { describe, expect, it, test } from "vitest";
import { endpointsOf } from "../../src/api/endpoints.ts";
import { methodOf } from "../../src/http/endpoint.ts";
import type { Store } from "../../src/store/store.ts";
import { sampleText, sendCall, startWriting, type WritingStage } from "../support/api-calls.ts";
import { authorizationLink } from "../support/flows.ts";
import { callRows, type PreparedCall } from "../support/call-rows.ts";
import { databaseContents } from "../support/database-contents.ts";
import { binSurvey } from "../support/bin-survey.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { oauthLink, obtainOauthTokens, unlimitedOauth } from "../support/oauth.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { sendChoice } from "../support/survey-choice.ts";
import { dueDeliveries, leaseWebhooks, maySendTo } from "../../src/store/webhooks/webhook-delivery.ts";

/*
 * A user chose which surveys an application sees: every call about another survey gets the response that one gets which does not exist,
 * changes nothing, and is served again once the survey is chosen. A new call is in it by its row in `callRows`.
 */

// Describing endpoints asks no database.
const calls = endpointsOf({} as Store, { timeZone: "Asia/Shanghai" })
  .map((endpoint) => ({ name: `${methodOf(endpoint)} ${endpoint.path}`, method: methodOf(endpoint) }))
  .filter(({ name }) => name.includes("/surveys/{survey_id}") && !name.includes("/respondent/"));

/** Ada's things are made with her token of the sample's application. */
async function start() {
  const stage = await startWriting({ webhookAllow: "127.0.0.0/8", ...unlimitedOauth });
  const { platform, tokens } = stage;
  const ada: WritingStage = {
    ...stage,
    tokens: { ...tokens, acme: tokens.ada },
    post: (path, body) => stage.post(path, body, tokens.ada),
    get: (path) => stage.get(path, tokens.ada),
  };
  const choose = (ticked: readonly number[]) => choosing(platform, ticked);
  return { ...ada, stage: ada, token: tokens.ada, choose };
}

/** Ada's new consent, to some surveys. */
async function choosing(platform: WritingStage["platform"], ticked: readonly number[]): Promise<void> {
  const browser = await signedInBrowser(platform);
  const page = await browser.get(authorizationLink());
  await sendChoice(browser, page, { surveys: "chosen", ticked, decision: "allow" });
}

function surveyIn({ path }: PreparedCall): number {
  return Number(/\/surveys\/(\d+)/.exec(path)?.[1]);
}

const none = 987_654_321;

/** How a call proves whom it acts for: in the query, as the interface has it, or with a bearer token. */
const faces = {
  "an access token in the query": async () => (call: PreparedCall) => call,
  "a bearer token": async ({ platform }: WritingStage) => {
    const { access_token: token } = await obtainOauthTokens(platform, { scope: everyScope });
    return (call: PreparedCall) => ({ ...call, token: {}, headers: { Authorization: `Bearer ${token}` } });
  },
};

const everyScope = "surveys:read answers:read surveys:write answers:write";

/** A whole response, without what differs from one to the next. */
async function responseTo({ platform }: WritingStage, { path, ...call }: PreparedCall) {
  const response = await sendCall(platform, path, call);
  const stable = [...response.headers].filter(([name]) => name !== "x-request-id" && name !== "date");
  const body = await response.text();
  return { status: response.status, stable, body: body.replace(/"request_id":"[^"]*"/, '"request_id":""') };
}

describe("a survey outside the choice", () => {
  test.each(Object.entries(faces))(
    "is the same as none in every call with %s, byte for byte, and is served once it is chosen",
    async (_, prove) => {
      const { stage, token, platform, choose } = await start();
      const prepared: (readonly [string, PreparedCall])[] = [];
      for (const { name, method } of calls) {
        const good = await callRows[name]?.prepare(stage);
        if (good === undefined) throw new Error(`${name} has no row`);
        prepared.push([name, { ...good, method, token }]);
      }
      const send = await prove(stage);
      await choose([]);
      const before = await databaseContents(platform);
      expect(prepared.length).toBeGreaterThanOrEqual(15);
      for (const [name, made] of prepared) {
        const call = send(made);
        const outside = await responseTo(stage, call);
        expect([name, JSON.parse(outside.body).error.type]).toEqual([name, "not_found"]);
        const missing = { ...call, path: call.path.replace(String(surveyIn(call)), String(none)) };
        expect([name, outside]).toEqual([name, await responseTo(stage, missing)]);
      }
      expect(await databaseContents(platform)).toEqual(before);
      await choose(prepared.map(([, call]) => surveyIn(call)));
      // Those of single surveys have ended.
      await platform.database.write(({ kysely }) =>
        kysely.updateTable("webhooks").set({ is_active: 1 }).execute(),
      );
      for (const [name, call] of prepared)
        expect([name, JSON.parse((await responseTo(stage, send(call))).body).code]).toEqual([name, "OK"]);
    },
  );

  it("is in no list, and not counted", async () => {
    const { stage, token, choose } = await start();
    const first = await createdBy(stage);
    await createdBy(stage);
    await choose([first]);
    const { access_token } = token;
    const openid = await openidOf(stage);
    const listed = async (query: Readonly<Record<string, string>> = {}) =>
      (await stage.platform.call("/api/surveys", { appid: "demo_app", access_token, openid, ...query })).data;
    expect(await listed()).toMatchObject({ total: 1, list: [{ id: first }] });
    expect(await listed({ page: "2" })).toMatchObject({ total: 1, list: [] });
  });
});

it("is one for both faces: what is chosen on the page of one holds for tokens of the other", async () => {
  const { stage, platform, token } = await start();
  const [first, second] = [await createdBy(stage), await createdBy(stage)];
  const asBearer = await faces["a bearer token"](stage);
  const browser = await signedInBrowser(platform);
  await sendChoice(browser, await browser.get(oauthLink({ prompt: "consent" })), {
    surveys: "chosen",
    ticked: [second],
    decision: "allow",
  });
  for (const call of [{ token, method: "GET" } as const, asBearer({ path: "", method: "GET" })]) {
    const codeOf = async (id: number) =>
      JSON.parse((await responseTo(stage, { ...call, path: `/api/surveys/${id}` })).body).code;
    expect([await codeOf(first), await codeOf(second)]).toEqual(["NotFound", "OK"]);
  }
});

async function createdBy({ post }: WritingStage): Promise<number> {
  // What the call returns.
  return ((await post("/api/surveys", { text: sampleText })) as { readonly id: number }).id;
}

async function openidOf({ platform }: WritingStage): Promise<string> {
  const ada = await platform.store.findUserByUsername("ada");
  const grants = platform.database.reader.kysely.selectFrom("grants").select("openid");
  return (await grants.where("user_id", "=", ada?.id ?? 0).executeTakeFirstOrThrow()).openid;
}

async function chosenIn({ platform }: WritingStage) {
  const { kysely } = platform.database.reader;
  const ada = await platform.store.findUserByUsername("ada");
  const grant = await kysely
    .selectFrom("grants")
    .select(["id", "chosen_count as count"])
    .where("user_id", "=", ada?.id ?? 0)
    .executeTakeFirstOrThrow();
  const rows = await kysely
    .selectFrom("grant_surveys")
    .select("survey_id as id")
    .where("grant_id", "=", grant.id)
    .orderBy("survey_id")
    .execute();
  expect(grant.count).toBe(rows.length);
  return rows.map(({ id }) => id);
}

describe("the choice", () => {
  it("has what the application makes itself, also when a consent page was open meanwhile", async () => {
    const { stage, platform, choose } = await start();
    const [first, other] = [await createdBy(stage), await createdBy(stage)];
    await choose([first]);
    const browser = await signedInBrowser(platform);
    const page = await browser.get(authorizationLink());
    const made = await createdBy(stage);
    expect(await chosenIn(stage)).toEqual([first, made]);
    expect(await stage.get(`/api/surveys/${made}`)).toMatchObject({ id: made });
    await sendChoice(browser, page, { ticked: [first, other], decision: "allow" });
    expect(await chosenIn(stage)).toEqual([first, other, made]);
  });

  it("lets go of surveys that are deleted or put into the bin, and counts them no more", async () => {
    const { stage, platform, choose } = await start();
    const ids = [await createdBy(stage), await createdBy(stage)];
    await choose(ids);
    await platform.store.surveys.deleteSurvey(ids[0] ?? 0);
    expect(await chosenIn(stage)).toEqual([ids[1]]);
    await binSurvey(platform, ids[1] ?? 0);
    expect(await chosenIn(stage)).toEqual([]);
    // Nothing is chosen any more, which is not everything.
    const own = await surveyIdOf(platform, "ada-1");
    expect(await stage.get(`/api/surveys/${own}`)).toBe("not_found");
  });

  it("is looked at before a repeated call gets the response that was kept", async () => {
    const { stage, token, platform, choose } = await start();
    const id = await createdBy(stage);
    const repeated = async (path: string, body: unknown, key: string) => {
      const response = await sendCall(platform, path, { token, body, headers: { "Idempotency-Key": key } });
      const { error, data } = (await response.json()) as { error: { type: string }; data: object };
      return error.type === "" ? data : error.type;
    };
    const settings = () => repeated(`/api/surveys/${id}/settings`, { state: 2 }, "settings");
    const creation = () => repeated("/api/surveys", { text: sampleText }, "creation");
    const [set, made] = [await settings(), await creation()];
    expect([await settings(), await creation()]).toEqual([set, made]);
    await choose([]);
    expect([await settings(), await creation()]).toEqual(["not_found", "not_found"]);
    await choose([id, (made as { readonly id: number }).id]);
    expect([await settings(), await creation()]).toEqual([set, made]);
  });
});

describe("webhooks that a limited application added", () => {
  const url = "http://127.0.0.1:9/events";

  async function withWebhooks() {
    const started = await start();
    const { stage, platform } = started;
    const ids = [await createdBy(stage), await createdBy(stage)] as const;
    const ada = (await platform.store.findUserByUsername("ada"))?.id ?? 0;
    const add = async (path: string) => {
      const made = await stage.post(path, { url, is_active: true });
      return (made as { readonly id: number }).id;
    };
    await started.choose(ids);
    const folder = `/api/users/${ada}/webhooks`;
    const ofSurvey = await add(`/api/surveys/${ids[0]}/webhooks`);
    const ofAccount = await add(folder);
    const states = async () => {
      const rows = await platform.database.reader.kysely
        .selectFrom("webhooks")
        .select(["id", "is_active as isActive", "off_reason as reason"])
        .execute();
      return Object.fromEntries(rows.map(({ id, isActive, reason }) => [id, isActive === 1 || reason]));
    };
    const eventsOf = async (survey: number) => {
      const rows = await platform.database.reader.kysely
        .selectFrom("webhook_deliveries")
        .select(["id", "action", "state", "due_at"])
        .where("webhook_id", "=", ofAccount)
        .where("survey_id", "=", survey)
        .orderBy("id")
        .execute();
      return rows.map(({ action, state, due_at }) => `${action} ${state}${due_at === null ? "" : " due"}`);
    };
    const publish = (id: number) => stage.post(`/api/surveys/${id}/settings`, { state: 2 });
    return { ...started, ids, ada, folder, ofSurvey, ofAccount, states, eventsOf, publish };
  }

  it("of a survey that leaves the choice end", async () => {
    const { ids, choose, states, ofSurvey, ofAccount } = await withWebhooks();
    expect(await states()).toEqual({ [ofSurvey]: true, [ofAccount]: true });
    await choose([ids[1]]);
    expect(await states()).toEqual({ [ofSurvey]: "revoked", [ofAccount]: true });
    await choose(ids);
    expect(await states()).toEqual({ [ofSurvey]: "revoked", [ofAccount]: true });
  });

  it("of the account get the answers to chosen surveys alone", async () => {
    const { ids, ofAccount, folder, choose, eventsOf, publish, stage, platform } = await withWebhooks();
    await stage.post(`${folder}/${ofAccount}`, { events: ["answer.create"] });
    for (const id of ids) await publish(id);
    await choose([ids[0]]);
    const now = platform.clock.now;
    const nothing = { values: {}, customArguments: {}, respondent: undefined, channel: "", ua: "" } as const;
    const from = { startedAt: now, referrer: "", address: "", onceKey: null } as const;
    for (const surveyId of ids)
      expect(
        await platform.store.surveys.submitAnswer({ surveyId, version: 1, ...nothing, ...from }),
      ).toMatchObject({ answerId: 1 });
    expect(await eventsOf(ids[0])).toContain("answer.create pending due");
    expect((await eventsOf(ids[1])).filter((event) => event.startsWith("answer."))).toEqual([]);
  });

  it("of the account hear of chosen surveys alone, and of those that the application makes", async () => {
    const { ids, choose, eventsOf, publish, stage, platform } = await withWebhooks();
    await choose([ids[0]]);
    for (const id of ids) await platform.database.write((t) => platform.store.outbox.survey(t, event(id)));
    expect(await eventsOf(ids[0])).toEqual(["survey.updated pending due"]);
    expect(await eventsOf(ids[1])).toEqual([]);
    const made = await createdBy(stage);
    await publish(made);
    expect(await eventsOf(made)).toEqual(["survey.created pending due", "survey.updated pending due"]);
    await platform.store.surveys.deleteSurvey(made);
    expect((await eventsOf(made)).at(-1)).toBe("survey.deleted pending due");
  });

  it("do not get what waits for them once its survey is unticked, nor when a node has it in its hands", async () => {
    const { ids, choose, eventsOf, publish, platform, ofAccount } = await withWebhooks();
    await publish(ids[0]);
    await publish(ids[1]);
    const { store } = platform;
    const leasing = { lease: "a lease", ids: [ofAccount] };
    await store.write(leaseWebhooks, { ...leasing, engine: store.engine });
    const due = await dueDeliveries(store.reader, { webhookId: ofAccount, limit: 10 });
    const may = () =>
      Promise.all(
        due
          .filter(({ action }) => action !== "webhook.test")
          .map(({ id }) =>
            maySendTo(store.reader, { webhookId: ofAccount, lease: "a lease", deliveryId: id }),
          ),
      );
    expect(await may()).toEqual([true, true]);
    await choose([ids[1]]);
    expect(await may()).toEqual([false, true]);
    expect(await eventsOf(ids[0])).toEqual(["survey.updated failed"]);
    expect(await eventsOf(ids[1])).toEqual(["survey.updated pending due"]);
  });

  it("are not sent what becomes due in any other way: the lease ends it", async () => {
    const { ids, choose, eventsOf, publish, platform, ofAccount } = await withWebhooks();
    await publish(ids[0]);
    await choose([ids[1]]);
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("webhook_deliveries")
        .set({ state: "pending", due_at: 0 })
        .where("survey_id", "=", ids[0])
        .execute(),
    );
    await platform.store.write(leaseWebhooks, {
      lease: "another",
      ids: [ofAccount],
      engine: platform.store.engine,
    });
    expect(await eventsOf(ids[0])).toEqual(["survey.updated failed"]);
  });

  it("show in their logs, and send again, what is about chosen surveys alone", async () => {
    const { ids, choose, publish, stage, folder, ofAccount, eventsOf, platform } = await withWebhooks();
    for (const id of ids) await publish(id);
    await choose([ids[1]]);
    const path = `${folder}/${ofAccount}`;
    const { list } = (await stage.get(`${path}/deliveries`)) as {
      readonly list: readonly { readonly id: number }[];
    };
    const rows = await platform.database.reader.kysely
      .selectFrom("webhook_deliveries")
      .select(["id", "survey_id as surveyId"])
      .where("webhook_id", "=", ofAccount)
      .execute();
    const hidden = rows.find(({ surveyId }) => surveyId === ids[0])?.id ?? 0;
    const shown = rows.flatMap(({ id }) => (id === hidden ? [] : [id]));
    expect(list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(shown);
    expect(await stage.get(`${path}/deliveries/${hidden}`)).toBe("not_found");
    expect(await stage.post(`${path}/resend`, { delivery_id: hidden })).toBe("not_found");
    expect(await stage.post(`${path}/resend`, {})).toEqual({ count: 0 });
    expect(await eventsOf(ids[0])).toEqual(["survey.updated failed"]);
  });
});

const event = (surveyId: number) => ({ surveyId, action: "survey.updated", editorUserId: 0 }) as const;
